/** What the portal's process is started with. */
export const nodeArgs: readonly string[]
