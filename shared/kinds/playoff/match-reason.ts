import type { Side } from './bracket.ts'

/** Why a match ended without judges' marks, stored as the winner reads it. */
export const absentReason = 'Соперник не пришёл'
export const goneReason = 'Соперник выбыл'
export const nobodyCame = 'Не пришёл никто'
/** Precedes the organiser's reason. */
export const correctedReason = 'Итог исправлен: '

interface Ended {
  reason: string
  won: Side | null
}

const ofLoser: Readonly<Record<string, string>> = { [absentReason]: 'Вы не пришли', [goneReason]: 'Вы выбыли' }

/** The reason as one side reads it. */
export const reasonFor = ({ reason, won }: Ended, side: Side): string =>
  side === won ? reason : (ofLoser[reason] ?? reason)

/** The reason for an organiser, who sees both sides: it names who did not come. */
export const reasonOfBoth = ({ reason }: Ended, loser: string): string =>
  reason === absentReason ? `Неявка: ${loser}` : reason === goneReason ? `Выбыл участник: ${loser}` : reason
