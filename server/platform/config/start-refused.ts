/**
 * The portal cannot start, for a reason that an operator can remove. The message is one Russian sentence with the
 * reason and what to do; `main.ts` prints it without a stack and exits with 1.
 */
export class StartRefused extends Error {
  override name = 'StartRefused'
}
