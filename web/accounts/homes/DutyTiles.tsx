import { serverNow } from '#web/platform/api/server-clock.ts'
import type { Duty } from '#web/seasons/console/duties.ts'
import { sectionPath } from '#web/seasons/console/sections.ts'
import { timeSince } from '#web/stages/StagePath/deadline.ts'
import styles from './Duties.module.css'
import { Tile } from './Tile.tsx'

interface DutyTilesProps {
  duty: Duty
  /** On the page of the season itself, where its number would be a link to the same page. */
  inSeason?: boolean
  /** Only the numbers that wait for the person, or only the others; by default all. */
  only?: 'waiting' | 'others'
}

/** What waits in a competition, within the person's rights: each number opens what it counts. */
export function DutyTiles({ duty, inSeason = false, only }: DutyTilesProps) {
  const tiles = tilesOf(duty, inSeason).filter(
    ({ count, waits }) => only === undefined || (only === 'waiting') === (waits === true && count > 0),
  )
  if (tiles.length === 0) return null
  return (
    <ul className={styles.tiles}>
      {tiles.map(({ note, ...tile }) => (
        <Tile key={tile.label} {...tile}>
          {note}
        </Tile>
      ))}
    </ul>
  )
}

interface DutyTile {
  count: number
  label: string
  to: string
  search?: Record<string, string>
  waits?: boolean
  note: string
}

function tilesOf({ code, season, support, people, help, desk }: Duty, inSeason: boolean): DutyTile[] {
  return [
    support && {
      ...{ count: support.open, label: 'Ждут ответа', to: sectionPath('inbox', code), waits: true },
      note: support.oldest ? `старшее — ${timeSince(support.oldest, serverNow().getTime())}` : 'обращений нет',
    },
    people && {
      ...{ count: people.count, label: 'Участники', to: sectionPath('people', code) },
      note: 'поиск, сроки, история',
    },
    desk && {
      ...{ count: desk.waits, label: 'Ждут проверки', to: sectionPath('checks', code), waits: true },
      note: deskNote(desk),
    },
    season &&
      !inSeason && {
        ...{ count: season.stages, label: 'Этапы', to: sectionPath('console', code), waits: season.edited > 0 },
        note: stagesNote(season),
      },
    help && {
      ...{ count: help.articles, label: 'Статьи помощи', to: sectionPath('faq', code) },
      note: help.hidden > 0 ? `скрыто: ${help.hidden}` : 'все опубликованы',
    },
    help &&
      help.misses > 0 && {
        ...{ count: help.misses, label: 'Не нашли ответа', to: sectionPath('faq', code), waits: true },
        ...{ search: { edit: 'misses' }, note: 'искали в помощи' },
      },
  ].filter((tile) => tile !== null && tile !== false && tile !== undefined)
}

function deskNote({ waits, appeals }: NonNullable<Duty['desk']>): string {
  if (appeals > 0) return `и апелляции: ${appeals}`
  return waits > 0 ? 'работы без решения' : 'всё проверено'
}

function stagesNote({ edited, unpublished }: NonNullable<Duty['season']>): string {
  if (edited > 0) return `с правками: ${edited}`
  return unpublished > 0 ? `скрыто: ${unpublished}` : 'все опубликованы'
}
