-- What comes first in a long list is found without sorting all of it.
create index test_scores_best on test_scores (score desc, attempt_id);
create index appeals_waiting on appeals (filed_at, id) where answered_at is null;
