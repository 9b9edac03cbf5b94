-- Portals that hear this store the newest row's hash outside the database. The search path is fixed, because whoever
-- inserts a row could otherwise put functions of their own before the audit's.
create or replace function audit_link() returns trigger language plpgsql set search_path = public, pg_temp as $$
declare
  last_row audit;
begin
  -- Number and time are given inside the lock: given before it, links would break without anyone's tampering.
  perform pg_advisory_xact_lock(hashtext('audit chain'));
  select * into last_row from audit order by id desc limit 1;
  new.id := coalesce(last_row.id, 0) + 1;
  new.at := clock_timestamp();
  new.previous_hash := coalesce(last_row.hash, ''::bytea);
  new.hash := audit_hash(new.id, new.at, new.actor_id, new.action, new.subject, new.detail, new.previous_hash);
  perform pg_notify('audit_grew', '');
  return new;
end $$;
