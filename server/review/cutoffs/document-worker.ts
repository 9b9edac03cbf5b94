import { answerInThread } from '#server/platform/jobs/in-thread.ts'
import { protocolDocument } from './protocol-document.ts'

answerInThread(protocolDocument)
