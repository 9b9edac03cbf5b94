import { Readable } from 'node:stream'
import { sql } from 'kysely'
import { ZipFile } from 'yazl'
import type { Db } from '#server/db.ts'
import { authorName } from '#server/review/judging/list-readings.ts'
import { workInWords } from '#server/review/judging/read-reading.ts'
import { inProcessing, isJudged, isPrepared, judgingOf, usualJudging } from '#server/review/judging/store.ts'
import type { Services } from '#server/services.ts'
import type { Season, SeasonStage } from '#server/stages/season.ts'

/** The number of works whose ids and authors are read at a time. */
const batch = 500
/** The progress is reported after this many documents. */
const toldEvery = 25

/** The judged stages, each with the number of works that are ready to be read. */
export async function stagesWithWorks(db: Db, season: Season) {
  const judged = season.stages.filter(isJudged)
  const { rows } = await sql<{ stage_id: number; works: number; blind: boolean | null }>`
    with unprepared as (
      select w.stage_id, w.id from (${inProcessing}) as f
      join works w on w.stage_id = f.stage_id and w.account_id = f.account_id
      union
      select w.stage_id, w.id from (${inProcessing}) as f
      join formed_team_members m on m.account_id = f.account_id and m.state = 'active'
      join works w on w.stage_id = f.stage_id and w.team_id = m.team_id
    )
    select * from (
      select s.id as stage_id, (select j.blind from judgings j where j.stage_id = s.id) as blind,
        (select count(*)::int from works w where w.stage_id = s.id)
          - (select count(*)::int from unprepared u where u.stage_id = s.id) as works
      from unnest(${judged.map(({ id }) => id)}::int[]) as s (id)
    ) as judged where works > 0`.execute(db)
  const found = new Map(rows.map((row) => [row.stage_id, row]))
  return judged.flatMap((stage) => {
    const row = found.get(stage.id)
    return row
      ? [{ code: stage.code, title: stage.title, works: row.works, blind: row.blind ?? usualJudging(stage).blind }]
      : []
  })
}

/**
 * A document for each work of a stage, as its judge reads it: for a blind jury without anything that identifies the
 * authors. A document is made when the one before it has been sent, so only one is in memory at a time. `told` gets the
 * number of documents made so far.
 */
export async function worksArchive(
  services: Services,
  stage: SeasonStage,
  told: (works: number) => Promise<void>,
): Promise<Readable> {
  const { db } = services
  const { blind } = (await judgingOf(db, stage.id)) ?? usualJudging(stage)
  const zip = new ZipFile()
  const out = zip.outputStream as Readable
  zip.on('error', (fault) => out.destroy(fault))
  // A fault while the works are still being listed: whoever reads the archive then gets it.
  out.on('error', () => {})
  let [made, count] = [0, 0]
  for await (const { id, name } of listWorks(db, stage.id)) {
    count += 1
    const title = blind ? `Работа № ${id}` : name
    // Documents are archives already.
    zip.addReadStreamLazy(fileName(id, blind ? '' : name), { compress: false }, (pass) => {
      const finish = async () => {
        const bytes = await documentOf(services, stage, { id, title, blind })
        made += 1
        if (made % toldEvery === 0 || made === count) await told(made)
        return Readable.from([bytes])
      }
      finish().then(
        (stream) => pass(null, stream),
        (fault) => pass(fault, Readable.from([])),
      )
    })
  }
  zip.end()
  return out
}

async function* listWorks(db: Db, stageId: number): AsyncGenerator<{ id: number; name: string }> {
  for (let after = 0; ; ) {
    const { rows } = await sql<{ id: number; name: string }>`
      select w.id, ${authorName} as name
      from works w left join accounts a on a.id = w.account_id left join formed_teams t on t.id = w.team_id
      where w.stage_id = ${stageId} and w.id > ${after} and ${isPrepared}
      order by w.id limit ${batch}`.execute(db)
    if (rows.length === 0) return
    yield* rows
    after = rows.at(-1)?.id ?? after
  }
}

/** A file name that is valid on every system. */
const fileName = (id: number, name: string) => {
  const plain = name
    .replaceAll(/[^\p{L}\p{N}., -]/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .slice(0, 80)
  return `Работа ${id}${plain === '' ? '' : ` ${plain}`}.docx`
}

async function documentOf(
  services: Services,
  stage: SeasonStage,
  { id, title, blind }: { id: number; title: string; blind: boolean },
): Promise<Buffer> {
  const row = await services.db
    .selectFrom('works as w')
    .innerJoin('hand_ins as h', 'h.id', 'w.hand_in_id')
    .leftJoin('prepared_works as p', (join) =>
      join.onRef('p.work_id', '=', 'w.id').onRef('p.hand_in_id', '=', 'w.hand_in_id'),
    )
    .select(['w.account_id', 'w.team_id', 'h.data', 'h.form_version', 'p.telling'])
    .where('w.id', '=', id)
    // The work may have been handed in again since the works were listed.
    .where(isPrepared)
    .executeTakeFirst()
  const lines = row
    ? await workInWords(services, { ...row, blind, stage_id: stage.id, competition_code: stage.competitionCode })
    : [{ section: '', label: 'Работа', value: 'Работу как раз сдают заново: закажите архив ещё раз' }]
  // The library for documents is large and rarely used.
  const { worksDocument } = await import('#server/review/judging/works-document.ts')
  return worksDocument(stage.title, [{ title, lines }])
}
