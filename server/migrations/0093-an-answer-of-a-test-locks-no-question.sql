-- Every answer would lock the version of its question, the same rows for everybody who answers at that moment. The statement
-- that keeps an answer takes only versions of the person's paper, and versions go only with the competition and its attempts.
alter table test_answers drop constraint test_answers_version_id_fkey;
