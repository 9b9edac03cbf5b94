-- A look at the same thing leaves one row an hour: the question whether there is one already.
create index audit_looks on audit (actor_id, subject, at) where action = 'looked';

-- The acts in a competition without the looks, of which there are many more.
create index audit_acts_of_a_competition on audit ((detail ->> 'competition'), id)
  where detail ->> 'competition' is not null and action <> 'looked';
