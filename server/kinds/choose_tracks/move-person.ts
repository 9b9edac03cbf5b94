import type { Db, Tx } from '#server/db.ts'
import { messagePerson } from '#server/messages/notifications/message-person.ts'
import { recordAudit } from '#server/platform/audit/record-audit.ts'
import type { Services } from '#server/services.ts'
import { lockStage } from '#server/stages/one-stage.ts'
import { askPerson, type PersonStages, personStages } from '#server/stages/person-stages.ts'
import { aboutTrack } from '#shared/kinds/choose_tracks/about-track.ts'
import { Refusal } from '#shared/platform/api/refusals.ts'
import { formalName } from '#shared/platform/names/full-name.ts'
import { quoted } from '#shared/platform/text/quoted.ts'
import { effectOf, type TrackEffect } from './effect.ts'
import { giveTrack } from './give-track.ts'
import { lockPlaces, type Place, placesLeft, takenPlaces, titleOf, trackStage } from './places.ts'

interface Who extends Place {
  test_id: number
}

async function personAt(db: Db | Tx, { competition, test_id }: Who) {
  const person = await db
    .selectFrom('accounts as a')
    .innerJoin('participations as p', 'p.account_id', 'a.id')
    .select(['a.id', 'a.first_name', 'a.last_name', 'a.middle_name', 'p.track_code'])
    .where('a.test_id', '=', test_id)
    .where('p.competition_code', '=', competition)
    .where('p.door', '=', 'participant')
    .executeTakeFirst()
  if (!person) throw new Refusal('user_not_found')
  return person
}

async function wanted(services: Services, place: Place, to: string) {
  const found = await trackStage(services, place)
  const track = found.settings.tracks.find(({ code }) => code === to)
  if (!track) throw new Refusal('unknown_track')
  return { ...found, track }
}

/** Previews the effects of moving a person to another track. */
export async function previewMove(services: Services, who: Who, to: string) {
  const { db, seasons, clock } = services
  const { season, stage, track } = await wanted(services, who, to)
  const person = await personAt(db, who)
  const all = await stagesOf(db, seasons, person.id, who.competition, clock())
  const { state, reasons } = askPerson(all, track.gate)
  return {
    name: formalName(person),
    from: person.track_code,
    to: titleOf(season, to),
    fits: state === 'met',
    reasons: reasons.map(aboutTrack),
    left: placesLeft(track, await takenPlaces(db, stage.id, [person.id])),
    ...effectOf(all, to, clock()),
  }
}

/** Moves a person to another track with a reason that the person reads. No work is lost. */
export async function movePerson(
  services: Services,
  actorId: number,
  who: Who,
  { from, to, reason }: { from: string | null; to: string; reason: string },
): Promise<void> {
  const { db, seasons, clock } = services
  const { season, stage, track } = await wanted(services, who, to)
  const { id: accountId } = await personAt(db, who)
  const now = clock()
  await db.transaction().execute(async (tx) => {
    const { all } = await lockStage(tx, seasons, accountId, { stageId: stage.id }, now)
    await lockPlaces(tx, stage.id)
    // Another organiser may have moved the person meanwhile, or the person has made another choice.
    if ((await personAt(tx, who)).track_code !== from) throw new Refusal('track_changed')
    if (from === to) throw new Refusal('track_changed')
    const title = titleOf(season, to)
    if (placesLeft(track, await takenPlaces(tx, stage.id, [accountId])) === 0)
      throw new Refusal('track_full', { values: { tracks: quoted(title) } })
    const effect = effectOf(all, to, now)
    await giveTrack(tx, { stageId: stage.id, accountId, code: to, title, way: 'organiser' }, now)
    await messagePerson(tx, services, accountId, {
      kind: 'stages',
      title: `Вас перевели в трек ${quoted(title)}`,
      text: `Причина: ${reason.trim()}\n\n${effectInWords(effect)}`,
      link: { path: `/${who.competition}`, words: 'Открыть этапы' },
    })
    // The reason is in the history of the person, because the audit is never erased.
    await tx
      .insertInto('participant_acts')
      .values({
        account_id: accountId,
        competition_code: who.competition,
        act: 'moved',
        about: title,
        reason: reason.trim(),
        by: actorId,
        at: now,
      })
      .execute()
    await recordAudit(tx, {
      actorId,
      action: 'track_person_moved',
      subject: `stage:${who.competition}/${who.code}`,
      detail: {
        competition: who.competition,
        stage: who.code,
        person: who.test_id,
        changes: [
          {
            field: 'track',
            title: `ID ${who.test_id}`,
            before: from === null ? 'нет' : titleOf(season, from),
            after: title,
          },
        ],
      },
    })
  })
}

async function stagesOf(
  db: Db,
  seasons: Services['seasons'],
  accountId: number,
  competitionCode: string,
  now: Date,
): Promise<PersonStages> {
  const all = await personStages(db, seasons, { accountId, competitionCode }, now)
  if (!all) throw new Refusal('competition_not_found')
  return all
}

const keptWords = { nothing: '', draft: ' (черновик сохранится)', handed_in: ' (сделанное сохранится)' }

/** The text that a person reads about a newly given track. */
export function effectInWords({ appear, vanish }: TrackEffect): string {
  const named = (stages: TrackEffect['appear']) =>
    stages.map(({ title, kept }) => `${quoted(title)}${keptWords[kept]}`).join(', ')
  const lines = [
    ...(appear.length > 0 ? [`${appear.length === 1 ? 'Появится этап' : 'Появятся этапы:'} ${named(appear)}.`] : []),
    ...(vanish.length > 0 ? [`${vanish.length === 1 ? 'Скроется этап' : 'Скроются этапы:'} ${named(vanish)}.`] : []),
  ]
  return lines.length > 0 ? lines.join('\n') : 'Ваши этапы не изменятся.'
}
