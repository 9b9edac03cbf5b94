import { type RawBuilder, sql } from 'kysely'
import { questionnaireAnswer } from '../answers.ts'
import { essays } from '../essays.ts'
import { portfolioAnswers } from '../portfolio.ts'
import { proposal } from '../proposals.ts'
import { regionNames } from '../regions.ts'
import { traitsAnswer, traitsResult } from '../traits.ts'
import { analyze, fileId, photo, pick, receipt, type Season, type SeasonFile, scan, shownFile } from './season.ts'

interface Works {
  /** What is handed in by a person of `crowd` (`c`) with facts (`f`). */
  data: RawBuilder<unknown>
  formVersion?: number
  draft?: boolean
}

/** The drafts, hand-ins and works of everybody at a stage, seen by the jobs that prepare and compare works. */
export async function fillWorks(
  { tx, stage, now }: Season,
  code: string,
  { data, formVersion = 1, draft = true }: Works,
): Promise<void> {
  const stageId = stage(code)
  const people = sql`stage_facts f join crowd c on c.id = f.account_id where f.stage_id = ${stageId}`
  if (draft)
    await sql`insert into stage_drafts (account_id, stage_id, revision, data, saved_at)
      select c.id, f.stage_id, 1, ${data}, f.started_at from ${people}`.execute(tx)
  await sql`
    insert into hand_ins (account_id, stage_id, revision, arrived_at, form_version, receipt_number, data, sent_by)
    select c.id, f.stage_id, 1, coalesce(f.submitted_at, f.returned_at - interval '12 hours'), ${formVersion}::int, ${receipt},
      ${data}, c.id
    from ${people} and (f.submitted_at is not null or f.returned_at is not null)`.execute(tx)
  await analyze(tx, 'hand_ins')
  await sql`
    insert into works (stage_id, account_id, hand_in_id, waits_since)
    select h.stage_id, h.account_id, h.id,
      case when f.passed_at is null and f.failed_at is null and f.returned_at is null then h.arrived_at end
    from hand_ins h join stage_facts f using (account_id, stage_id) where h.stage_id = ${stageId}`.execute(tx)
  await seenByJobs({ tx, now }, stageId)
}

/** Marks the works of a stage as prepared and compared: the portal would otherwise do that for all at its start. */
export async function seenByJobs({ tx, now }: Pick<Season, 'tx' | 'now'>, stageId: number): Promise<void> {
  await sql`insert into prepared_works (work_id, hand_in_id, telling, prepared_at)
    select id, hand_in_id, '{}', ${now}::timestamptz from works where stage_id = ${stageId}`.execute(tx)
  await sql`insert into compared_works (work_id, hand_in_id, compared_at)
    select id, hand_in_id, ${now}::timestamptz from works where stage_id = ${stageId}`.execute(tx)
}

/** A row of a file of everybody who has handed in something there; nothing is stored of its contents. */
export async function fillFiles({ tx, stage }: Season, code: string, file: SeasonFile): Promise<void> {
  const handedIn = sql`from hand_ins c where c.stage_id = ${stage(code)}`
  const id = fileId(file, sql`c.account_id`)
  await sql`
    insert into files (id, account_id, purpose, name, type, size, sha256, handed_in, created_at)
    select ${id}, c.account_id, ${file.purpose}, ${file.name}, ${file.type}, ${sql.lit(file.size)}, encode(sha256(''), 'hex'),
      true, c.arrived_at ${handedIn}`.execute(tx)
  await sql`insert into hand_in_files (hand_in_id, file_id) select c.id, ${id} ${handedIn}`.execute(tx)
}

const each = (count: number, of: (number: number) => unknown) => Array.from({ length: count }, (_none, n) => of(n))
const person = sql`c.n`
const region = (code: string) => ({ id: code, value: regionNames[code] ?? code })
const regions = Object.keys(regionNames)

/** The works of people at the stages that are nothing but a form. */
export async function fillForms(season: Season): Promise<void> {
  const { tx, stage } = season
  await fillWorks(season, 'registration', { data: sql`'{}'::jsonb`, draft: false })
  await fillFiles(season, 'registration', scan)
  await sql`
    insert into rules_answers (account_id, stage_id, version, status, comment, answered_at, ip, text_hash)
    select account_id, stage_id, 1, case when failed_at is null then 'done' else 'fail' end,
      case when failed_at is null then '' else 'Не успею из-за пуска производства.' end, submitted_at, '192.0.2.10',
      (select encode(sha256(convert_to(text, 'UTF8')), 'hex') from rules_versions where stage_id = ${stage('rules')})
    from stage_facts where stage_id = ${stage('rules')} and submitted_at is not null`.execute(tx)
  const forms = each(20, (n) => questionnaireAnswer(n, region(regions[n] ?? '')))
  const withPhoto = sql`${pick(forms, person)} || jsonb_build_object('photo', ${shownFile(photo)})`
  await fillWorks(season, 'form', { data: withPhoto })
  await fillFiles(season, 'form', photo)
  await fillTraits(season)
  const texts = essays.map((text) => text.split('\n\n'))
  const essay = each(16, (n) => ({ text: [0, 1, 2].map((at) => texts[(n >> at) % texts.length]?.[at]).join('\n\n') }))
  await fillWorks(season, 'essay', { data: pick(essay, person) })
  await fillWorks(season, 'track', {
    data: sql`jsonb_build_object('tracks', jsonb_build_array(c.track))`,
  })
  await sql`
    insert into track_places (stage_id, account_id, track_code, way, since)
    select f.stage_id, c.id, c.track, 'choice', f.submitted_at from stage_facts f join crowd c on c.id = f.account_id
    where f.stage_id = ${stage('track')} and f.submitted_at is not null`.execute(tx)
  await sql`
    insert into track_choices (stage_id, account_id, priority, track_code, chosen_at)
    select stage_id, account_id, 1, track_code, since from track_places where stage_id = ${stage('track')}`.execute(tx)
  const proposals = each(30, (n) => proposal(n, region(regions[n] ?? '')))
  await fillWorks(season, 'proposal', { data: pick(proposals, person) })
  await sql`update works w set topic = h.data ->> 'topic',
      step = case when w.waits_since is null or w.id % 2 = 0 then 'judging' else 'check' end
    from hand_ins h where h.id = w.hand_in_id and w.stage_id = ${stage('proposal')}`.execute(tx)
  await fillParts(season)
}

/** The first two forms of the set: accepted where the set is, and otherwise in the state of the set. */
async function fillParts(season: Season): Promise<void> {
  const { tx, stage } = season
  for (const code of ['portfolio_role', 'portfolio_project']) {
    await sql`
      insert into stage_facts (account_id, stage_id, started_at, submitted_at, returned_at, passed_at, failed_at, reasons)
      select account_id, ${stage(code)}, started_at, submitted_at, returned_at, passed_at, failed_at, reasons
      from stage_facts where stage_id = ${stage('portfolio')}
        and (${code} = 'portfolio_role' or submitted_at is not null)`.execute(tx)
    await fillWorks(season, code, { data: pick([portfolioAnswers[code] ?? {}], person) })
  }
}

/** Answers to the questionnaire, and what the portal has computed from them. */
async function fillTraits(season: Season): Promise<void> {
  const { tx, stage } = season
  const answers = Array.from({ length: 30 }, (_none, n) => traitsAnswer(n))
  await fillWorks(season, 'traits', { data: pick(answers, person) })
  const results = answers.map((answer) => {
    const { scales, ...result } = traitsResult(answer)
    return { ...result, scales: JSON.parse(scales) }
  })
  await sql`
    insert into questionnaire_results (hand_in_id, account_id, stage_id, alias, form_version, norm_version, norm_group, scales,
      flags, inconsistency, desirability, seconds, scored_at)
    select h.id, c.id, h.stage_id, left(md5('alias ' || h.id), 16), r.form_version, r.norm_version, r.norm_group, r.scales,
      r.flags, r.inconsistency, r.desirability, r.seconds, h.arrived_at
    from hand_ins h join crowd c on c.id = h.account_id
    cross join lateral jsonb_to_record(${pick(results, person)}) as r(form_version int, norm_version int, norm_group text,
      scales jsonb, flags text[], inconsistency numeric, desirability numeric, seconds int)
    where h.stage_id = ${stage('traits')}`.execute(tx)
}
