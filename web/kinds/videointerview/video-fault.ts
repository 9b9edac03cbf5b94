import { BlobSource, Input, MP4, QTFF, WEBM } from 'mediabunny'
import { lookAtVideo } from '#shared/kinds/videointerview/look-at-video.ts'
import { durationToleranceMs, failureWords } from '#shared/kinds/videointerview/take-rules.ts'
import { inUnits } from '#shared/platform/text/unbroken.ts'

/** Why a file cannot be an answer, in words; null where it may be one. */
export async function videoFault(file: Blob, answerSeconds: number): Promise<string | null> {
  const input = new Input({ source: new BlobSource(file), formats: [WEBM, MP4, QTFF] })
  try {
    const found = await lookAtVideo(input)
    if (typeof found === 'string') return failureWords[found]
    const seconds = (await input.getDurationFromMetadata()) ?? (await found.video.computeDuration())
    if (seconds * 1000 <= answerSeconds * 1000 + durationToleranceMs) return null
    return `${failureWords.too_long}: не больше ${inUnits(answerSeconds, 'с')}`
  } finally {
    input.dispose()
  }
}
