import { answerInThread } from '#server/platform/jobs/in-thread.ts'
import { certificateDocument } from './certificate-document.ts'

type Given = Parameters<typeof certificateDocument>

answerInThread(({ words, made }: { words: Given[0]; made: Given[1] }) => certificateDocument(words, made))
