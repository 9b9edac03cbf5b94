import type { Side } from '#shared/kinds/playoff/bracket.ts'
import { ScrollBox } from '#web/platform/ui/ScrollBox.tsx'
import { byId, pointsOf, sideName } from './match-names.ts'
import styles from './Playoff.module.css'
import type { Match, Playoff } from './queries.ts'

const width = 240
const height = 56
const gap = { across: 44, down: 16, head: 34 }
const longest = 20

interface Placed {
  match: Match
  x: number
  y: number
}

/** The place of every match in the drawing: in the middle between the two matches that lead to it. */
function placed(matches: readonly Match[]): Placed[] {
  const rounds = Math.max(...matches.map(({ round }) => round))
  const first = 2 ** (rounds - 1)
  const step = height + gap.down
  return matches.map((match) => {
    const { round, place } = match
    const x = (round - 1) * (width + gap.across)
    const isThird = round === rounds && place === 1
    const span = step * 2 ** (round - 1)
    const y = isThird ? (first * step) / 2 + height / 2 + gap.head + gap.down : place * span + (span - step) / 2
    return { match, x, y: y + gap.head }
  })
}

/** The bracket as a drawing. Everything in it is also in the list beside it, so it is not read out. */
export function Bracket({ playoff }: { playoff: Playoff }) {
  const places = placed(playoff.matches)
  const entrants = byId(playoff.entrants)
  const { me } = playoff
  const isOwn = ({ a, b }: Match) => me !== null && (a === me || b === me)
  const at = new Map(places.map((one) => [`${one.match.round}/${one.match.place}`, one]))
  const rounds = Math.max(...playoff.matches.map(({ round }) => round))
  const size = {
    width: rounds * (width + gap.across) - gap.across + 4,
    height: Math.max(...places.map(({ y }) => y)) + height + 4,
  }
  const lines = places.flatMap((from) => {
    const { round, place } = from.match
    const to = at.get(`${round + 1}/${Math.floor(place / 2)}`)
    return to ? [{ from, to, own: isOwn(from.match) && isOwn(to.match) && from.match.won !== null }] : []
  })
  return (
    <ScrollBox label="Схема сетки" className={styles.drawing}>
      <svg
        width={size.width}
        height={size.height}
        viewBox={`-2 0 ${size.width} ${size.height}`}
        aria-hidden="true"
        className={styles.svg}
      >
        {Array.from({ length: rounds }, (_none, round) => (
          <text key={places[round]?.match.match_id} x={round * (width + gap.across)} y={16} className={styles.round}>
            {playoff.matches.find((match) => match.round === round + 1 && match.place === 0)?.name}
          </text>
        ))}
        {lines
          .toSorted((one, other) => Number(one.own) - Number(other.own))
          .map(({ from, to, own }) => (
            <path
              key={from.match.match_id}
              className={styles.line}
              data-own={own || undefined}
              d={`M${from.x + width} ${from.y + height / 2}h${gap.across / 2}V${to.y + height / 2}h${gap.across / 2}`}
            />
          ))}
        {places.map(({ match, x, y }) => (
          <g key={match.match_id} transform={`translate(${x} ${y})`} data-own={isOwn(match) || undefined}>
            {match.round === rounds && match.place === 1 && (
              <text y={-10} className={styles.round}>
                {match.name}
              </text>
            )}
            <rect className={styles.box} width={width} height={height} rx={10} />
            <line className={styles.middle} x1={0} x2={width} y1={height / 2} y2={height / 2} />
            {(['a', 'b'] as const).map((side) => (
              <SideOf
                key={side}
                side={side}
                match={match}
                name={sideName(entrants, match, side)}
                seed={entrants.get(match[side] ?? 0)?.seed}
              />
            ))}
          </g>
        ))}
      </svg>
    </ScrollBox>
  )
}

function SideOf({ side, match, name, seed }: { side: Side; match: Match; name: string; seed: number | undefined }) {
  const score = side === 'a' ? match.score_a : match.score_b
  const cut = [...name].length > longest ? `${[...name].slice(0, longest - 1).join('')}…` : name
  const y = side === 'a' ? 18 : height / 2 + 18
  return (
    <>
      <text x={10} y={y} className={styles.seed}>
        {seed}
      </text>
      <text
        x={32}
        y={y}
        className={styles.name}
        data-won={match.won === side || undefined}
        data-nobody={match[side] === null || undefined}
      >
        {cut}
        {cut !== name && <title>{name}</title>}
      </text>
      {score !== null && (
        <text x={width - 10} y={y} className={styles.score} data-won={match.won === side || undefined}>
          {pointsOf(score)}
        </text>
      )}
    </>
  )
}
