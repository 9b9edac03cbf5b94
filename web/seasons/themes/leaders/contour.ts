/** A closed line of equal height around a summit, as a path; `wild` is how far it strays from a ring. */
export function contour(x: number, y: number, radius: number, wild = 0.16): string {
  const points = Array.from({ length: 48 }, (_, i) => {
    const angle = (i / 48) * 2 * Math.PI
    const stray =
      1 +
      wild * Math.sin(3 * angle + radius / 150) +
      (wild / 2) * Math.sin(5 * angle - radius / 90) +
      wild * Math.cos(angle)
    return `${Math.round(x + radius * 1.25 * stray * Math.cos(angle))} ${Math.round(y + radius * stray * Math.sin(angle))}`
  })
  return `M${points.join('L')}Z`
}
