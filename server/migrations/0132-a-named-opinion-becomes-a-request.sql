alter table feedback_named
  -- The request to support that an organiser has made of it.
  add column request_id integer references feedback_requests (id) on delete set null;
create index feedback_named_of_a_request on feedback_named (request_id) where request_id is not null;
