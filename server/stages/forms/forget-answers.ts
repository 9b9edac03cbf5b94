import { sql } from 'kysely'
import type { Services } from '#server/services.ts'

interface KeptFor {
  stage_id: number
  name: string
  days: number
}

/** Rows in a statement: few enough that nobody waits long for a locked row. */
const batch = 1000

/**
 * Erases answers whose time to be kept is over, in drafts and in hand-ins. The newest version of the form with the
 * question sets the time. Files that only these answers used are removed like any unused file.
 */
export async function forgetAnswers({ db, clock }: Pick<Services, 'db' | 'clock'>): Promise<void> {
  const { rows } = await sql<KeptFor>`
    select stage_id, name, days from (
      select distinct on (f.stage_id, field ->> 'name')
        f.stage_id, field ->> 'name' as name, (field ->> 'keep_days')::int as days
      from form_versions f, jsonb_array_elements(f.schema -> 'sections') as section,
        jsonb_array_elements(section -> 'fields') as field
      order by f.stage_id, field ->> 'name', f.version desc
    ) as newest where days is not null`.execute(db)
  for (const { stage_id, name, days } of rows) {
    const before = new Date(clock().getTime() - days * day)
    const handedIn = sql<{ id: number }>`
      with due as (
        select id, data -> ${name}::text as answer from hand_ins
        where stage_id = ${stage_id} and arrived_at < ${before} and data ? ${name}::text limit ${batch} for update
      ), released as (
        delete from hand_in_files f using due
        where f.hand_in_id = due.id and jsonb_typeof(due.answer) = 'array'
          and due.answer @> jsonb_build_array(jsonb_build_object('file_id', f.file_id))
      )
      update hand_ins h set data = h.data - ${name}::text from due where h.id = due.id returning h.id`
    const drafts = sql<{ id: number }>`
      with due as (
        select id from stage_drafts
        where stage_id = ${stage_id} and saved_at < ${before} and data ? ${name}::text limit ${batch} for update
      )
      update stage_drafts d set data = d.data - ${name}::text from due where d.id = due.id returning d.id`
    const revisions = sql<{ id: number }>`
      update stage_draft_revisions r set data = r.data - ${name}::text
      where (r.draft_id, r.revision) in (
        select r.draft_id, r.revision from stage_draft_revisions r join stage_drafts d on d.id = r.draft_id
        where d.stage_id = ${stage_id} and r.saved_at < ${before} and r.data ? ${name}::text limit ${batch})
      returning r.draft_id as id`
    for (const statement of [handedIn, drafts, revisions]) {
      let changed: number
      do changed = (await statement.execute(db)).rows.length
      while (changed === batch)
    }
  }
}

const day = 24 * 3_600_000
