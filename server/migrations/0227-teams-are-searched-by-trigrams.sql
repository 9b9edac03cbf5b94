-- Of 20,000 teams a search reads those whose names share its letters, and not all of them.
create index formed_teams_by_words on formed_teams using gin (name gin_trgm_ops, name_key gin_trgm_ops);
