/** A file that is no answer; its message is for the person. */
export class FaultyVideo extends Error {}

/** Says before hundreds of megabytes are sent what the server would say after them. Whatever cannot be told here goes there. */
export async function refuseFaultyVideo(file: File, answerSeconds: number): Promise<void> {
  const fault = await import('./video-fault.ts')
    .then(({ videoFault }) => videoFault(file, answerSeconds))
    .catch(() => null)
  if (fault !== null) throw new FaultyVideo(fault)
}
