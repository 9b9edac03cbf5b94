import { useState } from 'react'
import { textOf } from '#shared/forms/fields/field.ts'
import { quoted } from '#shared/platform/text/quoted.ts'
import { formOf } from '#web/forms/fields/dialog-form.ts'
import { FormDialog } from '#web/forms/fields/FormDialog.tsx'
import { showBanner } from '#web/platform/messages/banner.ts'
import { failureText } from '#web/platform/messages/failure-text.ts'
import { Button } from '#web/platform/ui/Button.tsx'
import { Facts } from '#web/platform/ui/Facts.tsx'
import { Heading } from '#web/platform/ui/Heading.tsx'
import { type Member, type Solution, useAgreement, useDeputy } from './queries.ts'
import styles from './TeamsSolution.module.css'

interface TeamHereProps {
  stageId: number
  solution: Solution
  here: readonly number[] | null
}

const roles: Record<Member['role'], string> = { captain: 'капитан', deputy: 'заместитель капитана', member: '' }

/** Who is in the team, who is here now, who leads it and who agrees to what is written. */
export function TeamHere({ stageId, solution, here }: TeamHereProps) {
  const { team, members, asks_agreement, revision, may_write, may_name_deputy } = solution
  const [naming, setNaming] = useState(false)
  const agreement = useAgreement(stageId)
  const me = members.find((member) => member.me)
  const asks = asks_agreement && may_write && revision > 0 && me
  return (
    <section className={styles.card} aria-labelledby="solution-team">
      <Heading level={2} size={3} id="solution-team">
        Команда {quoted(team.name)}
      </Heading>
      <ul className={styles.members}>
        {members.map((member) => {
          const isHere = here ? here.includes(member.test_id) : member.here
          const facts = [
            member.me && 'это вы',
            roles[member.role],
            isHere && !member.me && 'сейчас здесь',
            asks_agreement && may_write && revision > 0 && (member.agreed ? 'согласие есть' : 'согласия ещё нет'),
          ]
          return (
            <li key={member.test_id} className={styles.member}>
              <span className={styles.dot} data-here={isHere || undefined} aria-hidden="true" />
              <span>
                <bdi>{member.name}</bdi>
                <span className={styles.quiet}>
                  <Facts of={facts} />
                </span>
              </span>
            </li>
          )
        })}
      </ul>
      {asks && (
        <Button
          kind={me.agreed ? 'quiet' : 'primary'}
          size="s"
          pending={agreement.isPending}
          onClick={() =>
            agreement.mutate({ revision, agreed: !me.agreed }, { onError: (error) => showBanner(failureText(error)) })
          }
        >
          {me.agreed ? 'Забрать согласие' : 'Согласиться с решением'}
        </Button>
      )}
      {asks && <p className={styles.quiet}>Если решение изменится, согласие спросим снова.</p>}
      {may_name_deputy && members.length > 1 && (
        <Button kind="quiet" size="s" onClick={() => setNaming(true)}>
          Назначить заместителя
        </Button>
      )}
      {naming && <DeputyDialog stageId={stageId} members={members} onClose={() => setNaming(false)} />}
    </section>
  )
}

function DeputyDialog({ stageId, members, onClose }: { stageId: number; members: Member[]; onClose: () => void }) {
  const others = members.filter(({ role }) => role !== 'captain')
  const naming = useDeputy(stageId)
  const form = formOf({
    name: 'deputy',
    label: 'Кто сдаст решение, если вас не будет',
    view: 'radio',
    options: others.map(({ test_id, name }) => ({ id: String(test_id), value: name })),
    validation_rules: { required: true },
  })
  return (
    <FormDialog
      title="Заместитель капитана"
      act="Назначить"
      form={form}
      answer={{ deputy: String(others.find(({ role }) => role === 'deputy')?.test_id ?? '') }}
      send={({ deputy }) => naming.mutateAsync(Number(textOf(deputy)))}
      onClose={onClose}
    />
  )
}
