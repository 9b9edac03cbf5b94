import { sql } from 'kysely'

/** A condition: the work `w` was reported as taken from somebody, or found to be. Nobody goes on with it. */
export const stopped = sql<boolean>`(
  exists (select from peer_pool s where s.work_id = w.id and s.stopped_at is not null)
  or exists (select from peer_references s where s.work_id = w.id and s.stopped_at is not null))`
