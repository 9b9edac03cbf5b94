import { sql } from 'kysely'
import type { Db } from '#server/db.ts'
import { recordAudit } from '#server/platform/audit/record-audit.ts'
import type { Services } from '#server/services.ts'
import { validate } from '#shared/forms/fields/validate.ts'
import { momentFaults, versionForm } from '#shared/kinds/rules/version-form.ts'
import { Refusal } from '#shared/platform/api/refusals.ts'
import { formatWire, parseWire } from '#shared/platform/time/moscow.ts'
import { countWaiting } from './remind-of-rules.ts'
import { addRulesVersion, rulesStage } from './store.ts'

interface Place {
  competition: string
  code: string
}

/** Every version with the number of people by their latest answer. */
export async function listVersions({ db, readings, clock }: Services, place: Place, how?: 'whole') {
  const stageId = await rulesStage(db, place)
  const rows = await db
    .selectFrom('rules_versions')
    .select(['version', 'effective_from', 'requires_reaccept', 'text'])
    .where('stage_id', '=', stageId)
    .orderBy('version', 'desc')
    .execute()
  const read = (reader: Db) => countAnswers(reader, stageId, clock())
  const { competition } = place
  const { as_of, answers, waiting } = await readings.figures({ competition, name: `rules ${stageId}`, read }, how)
  const people = (version: number, status: 'done' | 'fail') =>
    answers.find((each) => each.version === version && each.status === status)?.people ?? 0
  return {
    as_of,
    text: rows[0]?.text ?? '',
    waiting,
    versions: rows.map(({ version, effective_from, requires_reaccept }) => ({
      version,
      effective_from: formatWire(effective_from),
      requires_reaccept,
      accepted: people(version, 'done'),
      rejected: people(version, 'fail'),
    })),
  }
}

async function countAnswers(db: Db, stageId: number, now: Date) {
  const { rows: answers } = await sql<{ version: number; status: 'done' | 'fail'; people: number }>`
    select version, status, count(*)::int as people from (
      select distinct on (account_id, version) account_id, version, status
      from rules_answers where stage_id = ${stageId} order by account_id, version, id desc
    ) as last group by version, status`.execute(db)
  return { answers, waiting: await countWaiting(db, stageId, now) }
}

interface NewVersion {
  /** The newest version that the organiser has seen. */
  after: number
  text: string
  effective_from: string | null
  requires_reaccept: boolean
}

/** Publishes the next version of the rules. If it must be accepted again, people who accepted an earlier one do so. */
export async function publishVersion(services: Services, actorId: number, place: Place, given: NewVersion) {
  const { db, clock } = services
  const now = clock()
  await db.transaction().execute(async (tx) => {
    await sql`select from stages where competition_code = ${place.competition} and code = ${place.code} for no key update`.execute(
      tx,
    )
    const stageId = await rulesStage(tx, place)
    const last = await tx
      .selectFrom('rules_versions')
      .select(['version', 'effective_from'])
      .where('stage_id', '=', stageId)
      .orderBy('version', 'desc')
      .limit(1)
      .executeTakeFirst()
    if ((last?.version ?? 0) !== given.after) throw new Refusal('stage_edit_conflict')
    const answer = { ...given, effective_from: given.effective_from ?? '' }
    const fields = {
      ...momentFaults(answer, now, last?.effective_from ?? null),
      ...validate(versionForm, answer, { mode: 'hand_in', now }),
    }
    if (Object.keys(fields).length > 0) throw new Refusal('form_invalid', { fields })
    const version = given.after + 1
    await addRulesVersion(tx, {
      ...{ stageId, version, text: given.text.trim(), requiresReaccept: given.requires_reaccept },
      effectiveFrom: parseWire(answer.effective_from) ?? now,
    })
    await recordAudit(tx, {
      actorId,
      action: 'rules_published',
      subject: `stage:${place.competition}/${place.code}`,
      detail: {
        competition: place.competition,
        stage: place.code,
        changes: [
          { field: 'version', title: 'Редакция', before: String(given.after), after: String(version) },
          { field: 'requires_reaccept', title: 'Принять заново', after: given.requires_reaccept ? 'да' : 'нет' },
        ],
      },
    })
  })
  return listVersions(services, place, 'whole')
}
