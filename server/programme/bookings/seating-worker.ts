import { answerInThread } from '#server/platform/jobs/in-thread.ts'
import { seatingDocument } from './seating-document.ts'

answerInThread(seatingDocument)
