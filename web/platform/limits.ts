/** The browser's limits of time and size (specification, section 9). Limits that the server also uses are in shared. */
export const limits = {
  errorBannerMs: 5_000,
  /** How much longer a message of success stays for each of its letters, so that slow readers reach its end. */
  bannerLetterMs: 120,
  inviteNoticeMs: 3_000,
  chunkReloadGuardMs: 60_000,
  /** How long the focus waits for a field whose code is still being loaded. */
  lateFieldMs: 20_000,
  /** How long a part of a page whose code did not load counts as failed; then it may be loaded again. */
  lateViewAgainMs: 1_000,
  scrollMs: 200,
  /** How long Back waits for the rest of a page that was left further down. */
  returnMs: 10_000,
  loadingBarMs: 5_000,
  notificationPollMs: 15_000,
  desktopWidthPx: 800,
  /** Pause in typing after which a list is searched: not at every key, and soon enough not to be noticed. */
  typingMs: 300,
  /** Pause in typing after which the draft is saved. */
  autosaveMs: 1_500,
} as const
