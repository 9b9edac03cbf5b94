/** Raised dots of each letter, numbered as in Braille: 1–3 down the left, 4–6 down the right. */
const word = [
  [2, 4, 5, 6],
  [1, 3, 4],
  [1, 5],
  [2, 3, 4],
  [2, 3, 4, 5],
  [1, 5],
]
const points = word.flatMap((raised, letter) =>
  [1, 2, 3, 4, 5, 6].map((point) => ({
    letter,
    point,
    raised: raised.includes(point),
    x: 70 + letter * 124 + (point > 3 ? 54 : 0),
    y: 620 + ((point - 1) % 3) * 62,
  })),
)

/** «Вместе» in Braille. */
export function Background() {
  return (
    <svg viewBox="0 0 800 800" preserveAspectRatio="xMaxYMax slice" aria-hidden="true">
      {points.map(({ letter, point, raised, x, y }) => (
        <circle
          key={`${letter}-${point}`}
          cx={x}
          cy={y}
          r={raised ? 21 : 7}
          fill={raised ? 'var(--art-1)' : 'var(--art-2)'}
        />
      ))}
    </svg>
  )
}
