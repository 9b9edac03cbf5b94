import type { Static } from 'typebox'
import { applicationInWords } from '#server/accounts/registration/application-in-words.ts'
import { returnedApplication } from '#server/accounts/registration/returned-application.ts'
import { submitApplication } from '#server/accounts/registration/submit-application.ts'
import type { Db, Tx } from '#server/db.ts'
import type { Services } from '#server/services.ts'
import { withOwnFiles } from '#server/stages/forms/own-files.ts'
import { serverKind, settingsAt } from '#server/stages/kind.ts'
import { type OneStage, refuseUnlessArrivedInTime } from '#server/stages/one-stage.ts'
import { admissionSlips } from '#shared/accounts/registration/admission.ts'
import { withVersions } from '#shared/accounts/registration/consent-versions.ts'
import { type application, type ConsentDocument, registrationKind } from '#shared/accounts/registration/contract.ts'
import { formOfDoor } from '#shared/accounts/registration/form-of-door.ts'
import { lockedQuestions } from '#shared/accounts/registration/locked-questions.ts'
import { lackingQuestions } from '#shared/accounts/registration/needed-questions.ts'
import { cleanAnswer } from '#shared/forms/fields/answer.ts'
import type { FormSchema } from '#shared/forms/fields/field.ts'
import { Refusal } from '#shared/platform/api/refusals.ts'
import { quoted } from '#shared/platform/text/quoted.ts'

export const registration = serverKind(registrationKind, {
  work: {
    questions: ({ settings }) => settings.form as never,
    async take(tx, services, { accountId, stage, data: sent, receivedAt, now, ip }) {
      // Passed, or handed in and not returned.
      if (['success', 'wait'].includes(stage.state.status)) throw new Refusal('already_registered')
      refuseUnlessArrivedInTime(stage, receivedAt)
      const { data, consents, ...body } = sent as Static<typeof application>
      const { person } = stage.all
      const door = body.door ?? person.door ?? 'participant'
      const form = formOfDoor(settingsAt(registrationKind, stage.row).form, door)
      const corrected = await withWhatStands(tx, services, stage, form, data)
      const own = await withOwnFiles(tx, accountId, form, cleanAnswer(form, corrected).data)
      if (Object.keys(own.faults).length > 0) throw new Refusal('form_invalid', { fields: own.faults })
      return {
        // The answer is stored with the application only: it contains a passport number, which must be encrypted.
        data: {},
        follows: 'wait',
        fileIds: own.fileIds,
        keep: (inside) =>
          submitApplication(inside, services, {
            accountId,
            competitionCode: stage.row.competitionCode,
            stageId: stage.row.id,
            door,
            data: own.data,
            consents,
            trackCode: body.track ?? person.track,
            promocode: body.promocode ?? null,
            invite: body.invite ?? null,
            now,
            ip,
          }),
      }
    },
    draft: null,
    // A receipt may be sent by e-mail, so it must not contain a passport number.
    inWords: async (_db, handedIn) => handedIn.map(() => []),
    toCheck: applicationInWords,
    people: (stage) => settingsAt(registrationKind, stage).manual_check,
  },
  attempts: null,
  standing: null,
  built: { in: 'settings', lacks: lackingQuestions },
  settingsToSave: (edited, published) => ({
    ...edited,
    documents: withVersions(
      edited.documents as ConsentDocument[],
      (published.documents ?? []) as readonly ConsentDocument[],
    ),
  }),
  ownData: null,
  files: null,
  checklist: ({ settings }) => [
    ...(settings.form.sections.length === 0
      ? [{ level: 'red' as const, text: 'В анкете регистрации нет вопросов' }]
      : lackingQuestions(settings.form as FormSchema, settings).map((text) => ({ level: 'red' as const, text }))),
    ...(settings.documents.some(({ required }) => required)
      ? []
      : [{ level: 'red' as const, text: 'Нет ни одного обязательного согласия' }]),
    ...settings.documents.flatMap(({ title, text, purpose }) =>
      title.trim() && text.trim() && purpose.trim()
        ? []
        : [{ level: 'red' as const, text: `В согласии ${quoted(title)} не всё заполнено` }],
    ),
    ...admissionSlips(settings.admission).map((text) => ({ level: 'red' as const, text })),
    ...(settings.doors.participant || settings.doors.supporter
      ? []
      : [{ level: 'yellow' as const, text: 'Закрыты обе двери: зарегистрироваться не сможет никто' }]),
  ],
})

/** A correction may change only fields with remarks; the other answers stay as they were, even if others are sent. */
async function withWhatStands(
  tx: Db | Tx,
  { config, clock }: Services,
  { row, own, facts, all }: OneStage,
  form: FormSchema,
  sent: Record<string, unknown>,
): Promise<Record<string, unknown>> {
  if (facts.returnedAt === null || own.remarks.length === 0) return sent
  const earlier = await returnedApplication(tx, config, { accountId: all.person.accountId, stageId: row.id })
  if (!earlier) return sent
  const stand = [...lockedQuestions(form, earlier.data, own.remarks, clock())]
  return { ...sent, ...Object.fromEntries(stand.map((name) => [name, earlier.data[name]])) }
}
