/** The arguments of Node for the portal's process. */
export const nodeArgs: readonly string[]
/** Default values for the environment of that process. */
export const nodeEnv: Readonly<Record<string, string>>
export const portalProgram: string
