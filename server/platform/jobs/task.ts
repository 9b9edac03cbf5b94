export interface JobContext {
  /** The same at every attempt, so that an effect outside the database can be made to happen once. */
  id: string
  /** 1 for the first. */
  attempt: number
  lastAttempt: boolean
}

/** The job is done when this returns and is tried again when it throws. So it must be safe to repeat. */
export type Task = (payload: never, job: JobContext) => Promise<void>
