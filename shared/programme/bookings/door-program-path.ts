/** The service worker of the door; the folder is all that it may serve. */
export const doorProgramPath = '/desk/doors/program.js'
