/** What the portal's process is started with. */
export const nodeArgs: readonly string[]
/** Its environment, unless that says otherwise. */
export const nodeEnv: Readonly<Record<string, string>>
