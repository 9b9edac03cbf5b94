/** A file that is no answer; its message is for the person. */
export class FaultyVideo extends Error {}

/**
 * Refuses a file for the reasons that the server would give only after hundreds of megabytes are sent. A file that
 * cannot be judged here is left to the server.
 */
export async function refuseFaultyVideo(file: File, answerSeconds: number): Promise<void> {
  const fault = await import('./video-fault.ts')
    .then(({ videoFault }) => videoFault(file, answerSeconds))
    .catch(() => null)
  if (fault !== null) throw new FaultyVideo(fault)
}
