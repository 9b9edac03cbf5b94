const asked = (text: string) => ({ text, think_seconds: 60, answer_seconds: 120, takes: 2 })

/** The questions of the video interview of the season. */
export const interviewQuestions = [
  asked('Расскажите о решении, в котором вы сомневались. Что помогло его принять?'),
  asked('Какую задачу вы передали другому и как убедились, что она сделана?'),
  asked('Когда вы в последний раз изменили мнение из-за данных?'),
  asked('Что вы сделаете в первую неделю на новой должности?'),
]
