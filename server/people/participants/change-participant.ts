import type { Tx } from '#server/db.ts'
import { messagePerson } from '#server/messages/notifications/message-person.ts'
import { recordAudit } from '#server/platform/audit/record-audit.ts'
import type { Caller } from '#server/platform/http/handler.ts'
import { lockParticipant, type ParticipantName, participantOf } from '#server/seasons/participant-of.ts'
import type { Services } from '#server/services.ts'
import { Refusal } from '#shared/platform/api/refusals.ts'
import { quoted } from '#shared/platform/text/quoted.ts'
import { formatWire, parseWire, showDateTime } from '#shared/platform/time/moscow.ts'
import { maxExtensionDays } from '#shared/seasons/competitions/limits.ts'
import { latestOf } from '#shared/stages/window.ts'
import { mayBeExtended, stagesOf } from './read-participant.ts'

interface Extension {
  stage: string
  /** A wire moment of Moscow. */
  closes_at: string
  reason: string
}

/** Gives a participant more time at a stage and a message. The new end must be later than the present one and now. */
export async function extendDeadline(services: Services, caller: Caller, name: ParticipantName, asked: Extension) {
  const { db, clock } = services
  const now = clock()
  const person = await participantOf(db, name)
  const { season, stages } = await stagesOf(services, name.competition, person.id, now)
  const stage = stages.find(({ row }) => row.code === asked.stage && row.published)
  if (!stage) throw new Refusal('stage_not_found')
  if (!mayBeExtended(stage)) throw new Refusal('extension_useless')
  const before = stage.state.window.closesAt
  const closesAt = parseWire(asked.closes_at)
  const latest = new Date(now.getTime() + maxExtensionDays * 24 * 3_600_000)
  if (!closesAt || !before || closesAt <= before || closesAt <= now || closesAt > latest)
    throw new Refusal('extension_too_short', {
      values: { before: showDateTime(before && before > now ? before : now) },
    })
  await db.transaction().execute(async (tx) => {
    await lockParticipant(tx, name, person.id)
    // Of two extensions at once the second one sees the first.
    const given = await tx
      .selectFrom('stage_extensions')
      .select('closes_at as closesAt')
      .where('stage_id', '=', stage.row.id)
      .where('account_id', '=', person.id)
      .execute()
    const longer = latestOf(given)
    if (longer && longer >= closesAt)
      throw new Refusal('extension_too_short', { values: { before: showDateTime(longer) } })
    await tx
      .insertInto('stage_extensions')
      .values({
        stage_id: stage.row.id,
        account_id: person.id,
        closes_at: closesAt,
        reason: asked.reason.trim(),
        granted_by: caller.accountId,
        granted_at: now,
      })
      .execute()
    await messagePerson(tx, services, person.id, {
      kind: 'stages',
      title: `Вам продлили срок этапа ${quoted(stage.row.title)}`,
      text: `Сдать можно до ${showDateTime(closesAt)} по Москве. Причина: ${asked.reason.trim()}`,
      link: { path: `/${season.code}`, words: 'Открыть этапы' },
      sms: `Срок этапа ${quoted(stage.row.title)} продлён до ${showDateTime(closesAt)} мск`,
    })
    await recordAudit(tx, {
      actorId: caller.accountId,
      action: 'participant_extended',
      subject: `stage:${season.code}/${stage.row.code}`,
      detail: {
        competition: season.code,
        stage: stage.row.code,
        person: person.test_id,
        changes: [{ field: 'closes_at', title: 'Срок', before: formatWire(before), after: formatWire(closesAt) }],
      },
    })
  })
}

/** Disqualifies a participant, who then reads `title` and `text` on every page of the competition. */
export async function disqualify(
  services: Services,
  caller: Caller,
  name: ParticipantName,
  { title, text, reason }: { title: string; text: string; reason: string },
) {
  const { db, clock } = services
  const person = await participantOf(db, name)
  await db.transaction().execute(async (tx) => {
    const { disqualified_at } = await lockParticipant(tx, name, person.id)
    if (disqualified_at) throw new Refusal('already_disqualified')
    const infoblock = { infoblock_title: title.trim(), infoblock_text: text.trim() }
    await write(tx, name, person.id, { disqualified_at: clock(), ...infoblock })
    await noteAct(tx, services, caller, { ...name, accountId: person.id, act: 'disqualified', reason })
    await messagePerson(tx, services, person.id, {
      kind: 'stages',
      title: title.trim(),
      text: text.trim(),
      link: { path: `/${name.competition}`, words: 'Открыть конкурс' },
    })
  })
}

/** Takes a disqualification back. */
export async function restore(services: Services, caller: Caller, name: ParticipantName, reason: string) {
  const person = await participantOf(services.db, name)
  await services.db.transaction().execute(async (tx) => {
    const { disqualified_at } = await lockParticipant(tx, name, person.id)
    if (!disqualified_at) throw new Refusal('not_disqualified')
    await write(tx, name, person.id, { disqualified_at: null, infoblock_title: '', infoblock_text: '' })
    await noteAct(tx, services, caller, { ...name, accountId: person.id, act: 'restored', reason })
    await messagePerson(tx, services, person.id, {
      kind: 'stages',
      title: 'Вы снова участвуете в конкурсе',
      text: 'Решение о вашем отстранении отменено. Сроки этапов смотрите на странице конкурса.',
      link: { path: `/${name.competition}`, words: 'Открыть этапы' },
    })
  })
}

const write = (
  tx: Tx,
  { competition }: ParticipantName,
  accountId: number,
  values: { disqualified_at: Date | null; infoblock_title: string; infoblock_text: string },
) =>
  tx
    .updateTable('participations')
    .set(values)
    .where('account_id', '=', accountId)
    .where('competition_code', '=', competition)
    .execute()

const standing = { restored: 'участвует', disqualified: 'отстранён' }

async function noteAct(
  tx: Tx,
  { clock }: Services,
  caller: Caller,
  of: ParticipantName & { accountId: number; act: 'disqualified' | 'restored'; reason: string },
) {
  await tx
    .insertInto('participant_acts')
    .values({
      account_id: of.accountId,
      competition_code: of.competition,
      act: of.act,
      reason: of.reason.trim(),
      by: caller.accountId,
      at: clock(),
    })
    .execute()
  const was = of.act === 'restored' ? 'disqualified' : 'restored'
  await recordAudit(tx, {
    actorId: caller.accountId,
    action: `participant_${of.act}`,
    subject: `participant:${of.competition}/${of.testId}`,
    detail: {
      ...{ competition: of.competition, person: of.testId },
      // The reason stands with the person, with whom it is erased.
      changes: [{ field: 'takes_part', title: 'Участие', before: standing[was], after: standing[of.act] }],
    },
  })
}
