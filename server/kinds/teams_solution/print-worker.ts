import { answerInThread } from '#server/platform/jobs/in-thread.ts'
import { worksDocument } from '#server/review/judging/works-document.ts'

type Given = Parameters<typeof worksDocument>

answerInThread(({ title, printed }: { title: Given[0]; printed: Given[1] }) => worksDocument(title, printed))
