/** The domains, as one module that is loaded while the database starts. */
export { loadDemo } from '#demo/load-demo.ts'
export { buildApp } from './app.ts'
export { firstAdministratorLink } from './auth/first-administrator.ts'
export { loadDictionaries } from './dictionaries/load-dictionaries.ts'
export { scheduleFileSweep } from './files/jobs.ts'
export { jobTasks } from './jobs.ts'
export { heardChannels, makeServices } from './make-services.ts'
export { scheduleStageJobs } from './stages/jobs.ts'
