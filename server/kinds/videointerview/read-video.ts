import { openLongApart } from '#server/platform/apart/open-apart.ts'
import type { TakeFailure } from '#shared/kinds/videointerview/take-rules.ts'
import type openVideo from './open-video.ts'
import type { ReadVideo, VideoToRead } from './open-video.ts'

/** The properties of a video, or why it is refused. A file that the reader cannot process is unreadable. */
export const readVideo = (video: VideoToRead): Promise<ReadVideo | TakeFailure> =>
  openLongApart<typeof openVideo>(new URL('./open-video.ts', import.meta.url), video).catch(
    (fault: NodeJS.ErrnoException) => {
      // A fault of the disk is not a fault of the file.
      if (fault.syscall !== undefined) throw fault
      return 'unreadable'
    },
  )
