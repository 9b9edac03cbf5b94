export const maxQuestions = 20
export const maxThinkSeconds = 600
export const maxAnswerSeconds = 900
export const maxTakes = 10

/** An interrupted take that is shorter cannot be chosen, and costs nothing unless the stage says otherwise. */
export const shortTakeMs = 3000
/** The length of the parts in which the browser sends a recording: a crash can lose this much. */
export const partMs = 2000
export const partMaxBytes = 8 * 1024 * 1024
/** Recorders do not stop exactly, and their clock differs from the server's. */
export const durationToleranceMs = 3000
/**
 * While a take is being recorded its parts come every few seconds. After this time without a part, the connection is
 * lost.
 */
export const recordingPatienceMs = 45_000

/** More than any recorder needs for an answer of this length: 6 Mbit/s. */
export const takeMaxBytes = (answerSeconds: number): number => 4_000_000 + answerSeconds * 750_000

/** The size limit of a file that is uploaded instead of a recording. */
export const videoFileMaxBytes = 500 * 1024 * 1024

export const videoTypes = ['video/webm', 'video/mp4'] as const
export type VideoType = (typeof videoTypes)[number]

/** Codecs that browsers can play. Other codecs are refused with their name. */
export const knownCodecs: readonly string[] = ['vp8', 'vp9', 'av1', 'avc', 'hevc', 'opus', 'aac', 'mp3', 'vorbis']

export type TakeState = 'recording' | 'uploading' | 'assembling' | 'ready' | 'failed' | 'dropped'
export const takeStates: readonly TakeState[] = ['recording', 'uploading', 'assembling', 'ready', 'failed', 'dropped']

/** Why a take failed. A failed take costs nothing. */
export const takeFailures = ['empty', 'unreadable', 'codec', 'no_video', 'too_long', 'cut', 'missing'] as const
export type TakeFailure = (typeof takeFailures)[number]

export const failureWords: Readonly<Record<TakeFailure, string>> = {
  empty: 'Записи нет: файл пуст',
  unreadable: 'Файл повреждён, или это не видео webm и не mp4',
  codec: 'Видео сжато способом, который не открывают браузеры. Подойдёт mp4 с H.264 или webm с VP8 или VP9',
  no_video: 'В записи нет изображения',
  too_long: 'Запись длиннее, чем отведено на ответ',
  cut: 'Файл обрывается: он передан не целиком',
  missing: 'До сервера дошло не всё записанное',
}

export type BrokenOffRule = 'short' | 'never' | 'always'

/** Whether this take uses up one of the person's takes. */
export function usesUpTake(rule: BrokenOffRule, take: { broken: boolean; durationMs: number }): boolean {
  if (!take.broken || rule === 'always') return true
  return rule === 'short' && take.durationMs >= shortTakeMs
}

/** How many takes are left: failed takes, and interrupted takes that cost nothing, do not count. */
export const takesLeft = (
  allowed: number,
  granted: number,
  takes: readonly { state: TakeState; free: boolean }[],
): number =>
  Math.max(
    0,
    allowed + granted - takes.filter(({ state, free }) => !free && !['failed', 'dropped'].includes(state)).length,
  )
