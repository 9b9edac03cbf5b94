create extension if not exists pg_trgm;

-- One row a competition: whoever changes its tree of articles locks it, and knows by the version whether somebody was first.
create table faq_trees (
  competition_code text primary key references competitions (code) on delete cascade,
  version integer not null default 1
);

create table faq_articles (
  id integer generated always as identity primary key,
  competition_code text not null references competitions (code) on delete cascade,
  parent_id integer,
  alias text not null check (alias ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length(alias) <= 80),
  -- The aliases from the root on, joined by slashes: the address.
  path text not null,
  sort integer not null default 0,
  title text not null check (title <> ''),
  -- HTML, cleaned.
  text text not null default '',
  -- The words of the text alone, for searching and for excerpts.
  words text not null default '',
  published boolean not null default true,
  -- Published, and so is everything above it.
  shown boolean not null default true,
  version integer not null default 1,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- Letter for letter: е for ё, and gaps for signs that the parser would take for tags and paths.
  search tsvector generated always as (
    setweight(to_tsvector('russian'::regconfig, translate(title, 'Ёё<>/', 'Ее   ')), 'A')
    || setweight(to_tsvector('russian'::regconfig, translate(words, 'Ёё<>/', 'Ее   ')), 'C')
  ) stored,
  constraint faq_articles_of_competition unique (competition_code, id),
  -- Checked at the end of a transaction: two articles may change places.
  constraint faq_articles_path unique (competition_code, path) deferrable initially deferred,
  foreign key (competition_code, parent_id) references faq_articles (competition_code, id)
);
-- Written seldom and read often: nothing waits in a pending list.
create index faq_articles_search on faq_articles using gin (search) with (fastupdate = off);
create index faq_articles_parent on faq_articles (competition_code, parent_id);

-- Addresses that articles had before; links to them lead on.
create table faq_old_paths (
  competition_code text not null,
  path text not null,
  article_id integer not null references faq_articles (id) on delete cascade,
  primary key (competition_code, path)
);
create index faq_old_paths_article on faq_old_paths (article_id);

-- Every word of the articles, by which a mistyped one is understood.
create table faq_words (
  article_id integer not null references faq_articles (id) on delete cascade,
  competition_code text not null,
  word text not null,
  primary key (article_id, word)
);
create index faq_words_trigrams on faq_words using gin (word gin_trgm_ops) with (fastupdate = off);

-- What was looked for and not found: nobody's name stands beside it.
create table faq_misses (
  competition_code text not null references competitions (code) on delete cascade,
  query text not null,
  times integer not null default 1,
  last_at timestamptz not null,
  primary key (competition_code, query)
);
create index faq_misses_recent on faq_misses (competition_code, last_at desc);

create table faq_feedback (
  article_id integer not null references faq_articles (id) on delete cascade,
  account_id integer not null references accounts (id) on delete cascade,
  useful boolean not null,
  given_at timestamptz not null,
  primary key (article_id, account_id)
);
create index faq_feedback_account on faq_feedback (account_id);

-- Pictures of articles; the bytes lie where files lie.
create table faq_images (
  id text primary key check (id ~ '^[0-9a-f]{32}$'),
  competition_code text not null references competitions (code) on delete cascade,
  size integer not null,
  width integer not null,
  height integer not null,
  created_at timestamptz not null
);
create index faq_images_competition on faq_images (competition_code);
