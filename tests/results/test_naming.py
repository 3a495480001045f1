from liveclawbench.results import new_job_name


def test_jobs_of_the_same_second_have_names_of_their_own() -> None:
    names = [new_job_name() for _ in range(20)]
    assert len(set(names)) > 15
    assert len({name[:20] for name in names}) <= 2
