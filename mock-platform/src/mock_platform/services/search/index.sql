CREATE VIRTUAL TABLE documents_text USING fts5(
    title, author, body, content='documents', content_rowid='id',
    tokenize='porter unicode61 remove_diacritics 2'
)

CREATE TRIGGER documents_added AFTER INSERT ON documents BEGIN
    INSERT INTO documents_text(rowid, title, author, body)
    VALUES (new.id, new.title, new.author, new.body);
END

CREATE TRIGGER documents_removed AFTER DELETE ON documents BEGIN
    INSERT INTO documents_text(documents_text, rowid, title, author, body)
    VALUES ('delete', old.id, old.title, old.author, old.body);
END

CREATE TRIGGER documents_changed AFTER UPDATE ON documents BEGIN
    INSERT INTO documents_text(documents_text, rowid, title, author, body)
    VALUES ('delete', old.id, old.title, old.author, old.body);
    INSERT INTO documents_text(rowid, title, author, body)
    VALUES (new.id, new.title, new.author, new.body);
END
