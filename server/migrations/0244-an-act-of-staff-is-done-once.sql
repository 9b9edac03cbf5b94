-- An act is reserved before it begins. `begun` is written in its first transaction: without it, nothing has been done.
-- Its answer is sealed, because it may hold people's data or codes.
alter table idempotency_keys add column begun boolean not null default true;
alter table idempotency_keys add column sealed bytea;
