const shown = (day: string): string => day.split('-').toReversed().join('.')

/** «с 01.12.2026 по 05.12.2026»; one day without its end. */
export const shownDays = ({ begins, ends }: { begins: string; ends: string }): string =>
  begins === ends ? shown(begins) : `с ${shown(begins)} по ${shown(ends)}`
