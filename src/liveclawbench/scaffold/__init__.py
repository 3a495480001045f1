"""Starting points that work: a service with its tests, a task that is proved sound.

The folders beside this file are the templates. Their names end in `.txt`, which keeps tools from
reading them as code.
"""

from liveclawbench.scaffold.services import new_service
from liveclawbench.scaffold.tasks import PATTERNS, Pattern, new_task

__all__ = ["PATTERNS", "Pattern", "new_service", "new_task"]
