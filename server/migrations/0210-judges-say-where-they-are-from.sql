-- What a judge who came by a letter says of himself, only for finding conflicts of interest. Without `said_at` it is asked for
-- before his first work. Goes with his last duty.
create table judge_backgrounds (
  account_id integer primary key references accounts (id) on delete cascade,
  region text,
  employer text not null default '',
  said_at timestamptz
);
