import { type ChecklistItem, serverKind, type TakesWork } from '#server/stages/kind.ts'
import type { Season } from '#server/stages/season.ts'
import { humanReadable, type ReadableLine } from '#shared/forms/fields/answer.ts'
import { type ChooseTracksSettings, chooseTracksKind } from '#shared/kinds/choose_tracks/contract.ts'
import { Refusal } from '#shared/platform/api/refusals.ts'
import { quoted } from '#shared/platform/text/quoted.ts'
import { conditionsIn, stagesAskedBy } from '#shared/stages/gate.ts'
import { chosenIn, letterForm } from './answer.ts'
import { lookAtDraft, takeChoice } from './choose.ts'
import { moves } from './moves.ts'
import { ownTracks } from './own-tracks.ts'
import { settingsOf } from './places.ts'
import { trackStanding } from './standing.ts'

const work: TakesWork = {
  questions: () => null,
  take: takeChoice,
  draft: {
    look: lookAtDraft,
    // Only a choice that the person could have handed in.
    atEnd: (tx, services, work) =>
      takeChoice(tx, services, work, { atEnd: true }).catch((error: unknown) => {
        if (error instanceof Refusal) return null
        throw error
      }),
  },
  // A letter is read by people.
  toCheck: 'inWords',
  async inWords(db, handedIn) {
    const ids = [...new Set(handedIn.map(({ stageId }) => stageId))]
    const rows = await db
      .selectFrom('tracks as t')
      .innerJoin('stages as s', 's.competition_code', 't.competition_code')
      .select(['s.id', 't.code', 't.title'])
      .where('s.id', 'in', [0, ...ids])
      .execute()
    const titles = new Map(rows.map(({ id, code, title }) => [`${id} ${code}`, title]))
    return handedIn.map(({ stageId, data }) => inWords(data, (code) => titles.get(`${stageId} ${code}`) ?? code))
  },
}

function inWords(data: Record<string, unknown>, titleOf: (code: string) => string): ReadableLine[] {
  const codes = chosenIn(data)
  const tracks = codes.map((code, at) => ({
    section: 'Выбор трека',
    label: codes.length === 1 ? 'Трек' : `Приоритет ${at + 1}`,
    value: titleOf(code),
    field: 'tracks',
  }))
  return [...tracks, ...humanReadable(letterForm, data)]
}

export const chooseTracks = serverKind(chooseTracksKind, {
  work,
  attempts: null,
  standing: trackStanding,
  ownData: { name: 'track_choices', title: 'Выбор треков', read: ownTracks },
  files: null,
  moves,
  /** A person whom no track suits cannot open the stage. */
  gate(stage) {
    const { tracks } = settingsOf(stage)
    const gates = tracks.flatMap(({ gate }) => (gate === null ? [] : [gate]))
    return tracks.length > 0 && gates.length === tracks.length ? { any: gates } : null
  },
  checklist: ({ settings, code }, season) => faultsOf(settings, code, season),
})

const red = (text: string): ChecklistItem => ({ level: 'red', text })

function faultsOf(settings: ChooseTracksSettings, own: string, { tracks: known, byCode }: Season): ChecklistItem[] {
  const { tracks, max, mode, score_of: scored, default_track: usual, open_track: open } = settings
  const codes = tracks.map(({ code }) => code)
  const named = (code: string) => tracks.find((track) => track.code === code)
  const twice = [...new Set(codes.filter((code, at) => codes.indexOf(code) !== at))]
  const strange = [...new Set(codes.filter((code) => !known.some((track) => track.code === code)))]
  const asked = [...new Set(tracks.flatMap(({ gate }) => stagesAskedBy(gate)))]
  const asksTrack = tracks.some(({ gate }) => conditionsIn(gate).some((each) => 'track' in each))
  return [
    ...(tracks.length === 0 ? [red('Не назван ни один трек')] : []),
    ...twice.map((code) => red(`Трек ${quoted(code)} назван дважды`)),
    ...strange.map((code) => red(`Трека ${quoted(code)} в конкурсе нет`)),
    ...(max > tracks.length && tracks.length > 0 ? [red('Назвать можно больше треков, чем их есть')] : []),
    ...(mode !== 'at_once' && !byCode.has(scored) ? [red('Назовите этап, по баллам которого раздаются места')] : []),
    ...(usual !== '' && (!named(usual) || named(usual)?.gate || named(usual)?.limit || named(usual)?.letter)
      ? [red('Трек для тех, кто не выбрал, должен быть среди треков этапа, без условий, письма и предела мест')]
      : []),
    ...(open !== '' && (!named(open) || named(open)?.gate)
      ? [red('Трек, который предлагается, если другие не подходят, должен быть среди треков этапа и без условий')]
      : []),
    ...asked
      .filter((code) => !byCode.has(code))
      .map((code) => red(`В условии трека назван этап ${quoted(code)}, которого нет`)),
    ...(asked.includes(own) ? [red('Условие трека ждёт самого выбора трека')] : []),
    ...(asksTrack ? [red('Условие трека не может спрашивать о треке участника')] : []),
  ]
}
