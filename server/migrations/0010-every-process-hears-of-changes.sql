-- The poll of notifications is answered from the memory of each process. What may change the answer is told here, by
-- triggers, so that every writer counts, a hand in psql included. A payload is account ids with commas between them, or
-- `*`: everyone.

create function tell_accounts(channel text, accounts integer[]) returns void language plpgsql as $$
declare
  part text;
begin
  -- A payload holds less than 8000 bytes: 500 ids of ten digits fit with their commas.
  for part in
    select string_agg(account::text, ',')
    from (select account, (row_number() over () - 1) / 500 as number
          from (select distinct unnest(accounts) as account) as each_once) as numbered
    group by number
  loop
    perform pg_notify(channel, part);
  end loop;
end $$;

create function tell_notifications_added() returns trigger language plpgsql as $$
begin
  perform tell_accounts('notifications_changed', array(select account_id from added));
  return null;
end $$;

create function tell_notifications_removed() returns trigger language plpgsql as $$
begin
  perform tell_accounts('notifications_changed', array(select account_id from removed));
  return null;
end $$;

create function tell_notifications_changed() returns trigger language plpgsql as $$
begin
  perform tell_accounts('notifications_changed',
    array(select account_id from added union select account_id from removed));
  return null;
end $$;

create function tell_everyone() returns trigger language plpgsql as $$
begin
  perform pg_notify(tg_argv[0], '*');
  return null;
end $$;

-- Once a statement: a mailing to everyone tells it in some hundreds of messages, not in one a person.
create trigger notifications_added after insert on notifications
  referencing new table as added for each statement execute function tell_notifications_added();
create trigger notifications_changed after update on notifications
  referencing new table as added old table as removed for each statement execute function tell_notifications_changed();
create trigger notifications_removed after delete on notifications
  referencing old table as removed for each statement execute function tell_notifications_removed();
create trigger notifications_emptied after truncate on notifications
  for each statement execute function tell_everyone('notifications_changed');

-- Who may be answered: a session that ends, an epoch that rises, an account that is shut or removed.
create function tell_access_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('access_changed', to_jsonb(old) ->> tg_argv[0]);
  return null;
end $$;

create trigger session_ended after delete on sessions
  for each row execute function tell_access_changed('account_id');
create trigger session_changed after update on sessions for each row
  when (old.revoked_at is distinct from new.revoked_at or old.expires_at is distinct from new.expires_at
    or old.account_id is distinct from new.account_id or old.id is distinct from new.id)
  execute function tell_access_changed('account_id');
create trigger account_removed after delete on accounts
  for each row execute function tell_access_changed('id');
create trigger account_changed after update on accounts for each row
  when (old.session_epoch is distinct from new.session_epoch or old.disabled_at is distinct from new.disabled_at
    or old.id is distinct from new.id)
  execute function tell_access_changed('id');
create trigger sessions_emptied after truncate on sessions
  for each statement execute function tell_everyone('access_changed');
create trigger accounts_emptied after truncate on accounts
  for each statement execute function tell_everyone('access_changed');
