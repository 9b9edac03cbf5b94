import type { IdentityKind } from '#server/accounts/identity/kind.ts'
import { undoDays } from '#shared/accounts/identity/states.ts'
import { mergeAccounts } from './merge-accounts.ts'
import { undoMerge } from './undo-merge.ts'

export const mergeKind: IdentityKind = {
  title: 'Объединение учётных записей',
  audit: {
    asked: 'merge_asked',
    confirmed: 'merge_confirmed',
    done: 'accounts_merged',
    stopped: 'merge_stopped',
    undone: 'merge_undone',
    failed: 'merge_failed',
  },
  carryOut: mergeAccounts,
  undo: undoMerge,
  // From now on both logins lead to the remaining account, also those of accounts merged before.
  settle: async (tx, { account_id }) => {
    await tx.updateTable('accounts').set({ enters_as: account_id }).where('merged_into', '=', account_id).execute()
  },
  letter: ({ moment, own, other, stays, due }) => {
    const two = `${own} и ${other}`
    const login = stays ? own : other
    switch (moment) {
      case 'before':
        return {
          subject: 'Ваши учётные записи хотят объединить',
          text: `Организаторы конкурса считают, что две учётные записи, ${two}, принадлежат одному человеку, и объединят их ${due} по Москве. Останется запись ${login}: к ней перейдут заявки, работы, команды и переписка другой. Если обе записи ваши, ничего делать не нужно.`,
        }
      case 'after':
        return {
          subject: 'Ваши учётные записи объединены',
          text: `Две учётные записи, ${two}, теперь одна. Заявки, работы, команды и переписка сохранены. Ближайшие ${undoDays} дней входите по почте или телефону записи ${login} с её паролем, а потом подойдут почта и телефон любой из двух.`,
        }
      case 'stopped':
        return {
          subject: 'Учётные записи не объединят',
          text: `Объединение учётных записей ${two} остановлено. Обе записи остаются как есть.`,
        }
      case 'undone':
        return {
          subject: 'Учётные записи снова разделены',
          text: `Объединение учётных записей ${two} отменено, всё вернулось на свои места. Входите в свою запись, как раньше: ${own}. Если пароль мог узнать кто-то ещё, задайте новый.`,
        }
      case 'failed':
        return {
          subject: 'Учётные записи не объединены',
          text: `Учётные записи ${two} объединить не получилось: с тех пор, как мы вам написали, в них многое изменилось. Обе остаются как есть. Если организаторы попробуют ещё раз, мы снова напишем.`,
        }
    }
  },
}
