/** The form of a Russian noun after a whole number: plural(5, 'день', 'дня', 'дней') is 'дней'. */
export function plural(count: number, one: string, few: string, many: string): string {
  const rest = Math.abs(Math.trunc(count)) % 100
  const last = rest % 10
  if (rest > 10 && rest < 20) return many
  if (last === 1) return one
  return last >= 2 && last <= 4 ? few : many
}

/** The number with its noun: counted(21, 'день', 'дня', 'дней') is '21 день'. */
export function counted(count: number, one: string, few: string, many: string): string {
  return `${count} ${plural(count, one, few, many)}`
}
