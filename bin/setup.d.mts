/** Installs missing packages; builds the web side and the server when their sources have changed. `dev`: also for tests. */
export function setUp(options?: { web?: boolean; server?: boolean; dev?: boolean }): Promise<void>
