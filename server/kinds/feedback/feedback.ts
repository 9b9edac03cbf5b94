import { serverKind } from '#server/stages/kind.ts'
import { feedbackKind } from '#shared/kinds/feedback/contract.ts'
import { quoted } from '#shared/platform/text/quoted.ts'
import { ownStageFeedback } from './own-feedback.ts'
import { feedbackStanding } from './standing.ts'

export const feedback = serverKind(feedbackKind, {
  work: null,
  attempts: null,
  standing: feedbackStanding,
  ownData: { name: 'stage_feedback', title: 'Отзывы об этапах', read: ownStageFeedback },
  files: null,
  checklist: ({ code, settings }, { byCode }) => [
    ...(settings.about !== '' && (!byCode.has(settings.about) || settings.about === code)
      ? [{ level: 'red' as const, text: `Этапа ${quoted(settings.about)}, о котором отзыв, в конкурсе нет` }]
      : []),
    ...(settings.questions.length < 3
      ? [{ level: 'red' as const, text: 'Утверждений в отзыве меньше трёх: добавьте, чтобы их было от трёх до пяти' }]
      : []),
  ],
})
