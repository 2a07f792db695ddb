import { chooseIntentStep } from '../../../src/server/checkout/choose-intent-step.js';
import { findPendingTasks } from '../../../src/server/checkout/pending-tasks.js';
import type { Task } from '../../../src/server/checkout/task.js';
import type { IntentEntry } from '../../../src/server/checkout/record.js';
import {
  append,
  day,
  describeRequest,
  hour,
  isUsable,
  minute,
  processes,
  second,
  toIntent,
  toPayment,
  type Budget,
  type NewEvent,
  type Request,
  type Rules,
  type ServicePayment,
  type Session,
  type World,
} from './world.js';

export interface Move {
  readonly name: string;
  readonly next: () => World;
}

const statuses = ['paid', 'failed', 'initiated'] as const;

const use = (world: World, name: keyof Budget): World => ({
  ...world,
  left: { ...world.left, [name]: world.left[name] - 1 },
});

/** Everything that can happen next. */
export function listMoves(world: World, by: Rules): Move[] {
  const moves: Move[] = [];
  const add = (name: string, isPossible: boolean, next: () => World) =>
    isPossible && moves.push({ name, next });
  const { left, service, shown, announced, isDeleted } = world;
  const canBe = (status: ServicePayment['status']) => status !== 'initiated' || left.approve > 0;

  for (const [process] of processes.entries()) {
    const isAsked = left.ask > 0 && !isDeleted;
    add(`a page asks process ${process}`, isAsked, () => goOn(beginRequest(use(world, 'ask'), process), by));
    add(`a page asks process ${process}, which pauses`, isAsked && left.pause > 0, () =>
      beginRequest(use(use(world, 'ask'), 'pause'), process),
    );
    add(`process ${process} sweeps`, left.sweep > 0, () => sweep(use(world, 'sweep'), process, by));
    for (const payment of service.payments)
      add(
        `process ${process} has a message about ${payment.id}`,
        left.message > 0 && payment.status !== 'initiated',
        () => settle(use(world, 'message'), process, payment.id, by),
      );
  }
  for (const [at, request] of world.requests.entries()) {
    add(`request ${at} goes on`, true, () => goOn(world, by, at));
    add(`request ${at} asks one question`, left.pause > 0 && request.created === undefined, () =>
      step(use(world, 'pause'), at, request, by),
    );
  }

  for (const intentId of world.handedOut) {
    const isPaying = left.pay > 0 && !isDeleted;
    for (const status of statuses)
      add(`a page pays on ${intentId}, and that is ${status}`, isPaying && canBe(status), () => {
        const after = announce(use(world, 'pay'), intentId, by);
        const attempt = after.announced.find((each) => !announced.includes(each));
        return attempt ? send(after, attempt, status) : after;
      });
    add(`a page pays on ${intentId} and announces nothing`, left.silent > 0 && !isDeleted, () =>
      send(use(world, 'silent'), { id: `u${service.payments.length}`, intentId }, 'paid'),
    );
    add(`a page announces a payment on ${intentId}`, isPaying && left.wait > 0, () =>
      announce(use(use(world, 'pay'), 'wait'), intentId, by),
    );
  }
  for (const attempt of announced)
    for (const status of statuses)
      add(`${attempt.id} is sent and is ${status}`, canBe(status), () => send(world, attempt, status));
  for (const payment of service.payments)
    // A payment that waits for more than an hour holds nothing up any more: that is said, and is no finding.
    add(
      `the bank approves ${payment.id}`,
      left.approve > 0 && payment.status === 'initiated' && world.now < payment.createdAt + hour / 2,
      () => approve(use(world, 'approve'), payment),
    );
  const [newest] = world.record.intents.slice(-1);
  if (newest)
    for (const status of ['failed', 'paid'] as const)
      add(`a stranger's payment repeats the texts of ${newest.id} and is ${status}`, left.stranger > 0, () =>
        imitate(use(world, 'stranger'), newest, status),
      );
  add('the price changes', left.price > 0, () => ({ ...use(world, 'price'), price: 9000 }));
  add('the order is deleted', left.delete > 0, () => ({ ...use(world, 'delete'), isDeleted: true }));
  add('the reads catch up', shown !== service, () => ({ ...world, shown: service }));

  const end = service.intents.at(-1);
  const last = end ? end.createdAt + hour - second : 0;
  add('it is a second before the end of the intent', left.end > 0 && world.now < last - minute, () =>
    pass(use(world, 'end'), last - world.now),
  );
  add('two seconds pass', left.seconds > 0, () => pass(use(world, 'seconds'), 2 * second));
  add('70 seconds pass', left.moments > 0, () => pass(use(world, 'moments'), 70 * second));
  add('six minutes pass', left.minutes > 0, () => pass(use(world, 'minutes'), 6 * minute));
  add('25 hours pass', left.days > 0, () => pass(use(world, 'days'), 25 * hour));
  return moves;
}

/** Reads lag by less than five minutes. */
const pass = (world: World, ms: number): World => ({
  ...world,
  now: world.now + ms,
  ...(ms >= 5 * minute && { shown: world.service }),
});

function beginRequest(world: World, process: number): World {
  const { record, version, price } = world;
  const nothing = { checked: [], searched: [], serviceTime: undefined, seen: [] };
  const request: Request = { process, price, record, version, ...nothing };
  return { ...world, requests: [...world.requests, request] };
}

const setRequest = (world: World, at: number, request: Request | undefined): World => ({
  ...world,
  requests: world.requests.flatMap((each, index) => (index !== at ? [each] : request ? [request] : [])),
});

/** A request goes on until it is answered, or has created an intent that is not saved yet. */
function goOn(world: World, by: Rules, at = world.requests.length - 1): World {
  const { length } = world.requests;
  let current = world;
  for (let left = 30; left > 0; left--) {
    const request = current.requests[at];
    if (!request || current.requests.length < length) return current;
    current = step(current, at, request, by);
    if (current.requests[at]?.created !== undefined) return current;
  }
  throw new Error('A request that never ends.');
}

/** One question of a request, and what its answer changes. */
function step(world: World, at: number, request: Request, by: Rules): World {
  if (request.created !== undefined) return assign(world, at, request, request.created, by);
  const next = chooseIntentStep(request.record, describeRequest(request));
  switch (next.type) {
    case 'read-payment':
      return answered(world, at, request, askPayment(world, next.paymentId), by, next.paymentId);
    case 'read-intent':
      return answered(world, at, request, askIntent(world, next.intent.id), by, next.intent.id);
    case 'search-payment': {
      const searched = { ...request, searched: [...request.searched, next.intent.id] };
      return answered(world, at, searched, search(world, request, next.intent), by);
    }
    case 'retire-intent': {
      const { world: after, event } = retire(world, next.intent.id);
      return answered(after, at, request, event, by, next.intent.id);
    }
    case 'create-intent': {
      const id = `i${world.service.intents.length + 1}`;
      const made = {
        id,
        number: next.number,
        amount: request.price,
        status: 'created',
        createdAt: world.now,
      } as const;
      const service = { ...world.service, intents: [...world.service.intents, made] };
      return setRequest({ ...world, service }, at, { ...request, created: id, serviceTime: world.now });
    }
    case 'reuse-intent':
      return setRequest(
        request.seen.includes(next.intent.id) ? handOut(world, next.intent.id) : world,
        at,
        undefined,
      );
    case 'order_paid':
    case 'payment_open':
      return finish(setRequest(world, at, undefined), request.process, by);
    default:
      return next satisfies never;
  }
}

function answered(
  world: World,
  at: number,
  request: Request,
  event: NewEvent,
  by: Rules,
  checked?: string,
): World {
  const isSeen = event.type === 'intent-read' && event.intent.status === 'created';
  const { world: after, session } = append(world, request, event, by);
  return setRequest(after, at, {
    ...session,
    checked: checked === undefined ? session.checked : [...session.checked, checked],
    serviceTime: world.now,
    seen: isSeen ? [...session.seen, event.intent.id] : session.seen,
  });
}

function assign(world: World, at: number, request: Request, id: string, by: Rules): World {
  const own = world.service.intents.find((intent) => intent.id === id)!;
  const event: NewEvent = {
    ...{
      type: 'intent-created',
      ...describeRequest(request),
      intent: toIntent(own),
      number: own.number,
    },
  };
  const { world: after, session, reply } = append(world, request, event, by);
  if (reply.type === 'assigned' || ('intent' in reply && reply.intent.id === id))
    return setRequest(handOut(after, id), at, undefined);
  const { created: _, ...rest } = session;
  return setRequest(cancel(after, id).world, at, rest);
}

const handOut = (world: World, id: string): World =>
  world.handedOut.includes(id) ? world : { ...world, handedOut: [...world.handedOut, id] };

function cancel(world: World, id: string): { world: World; isDone: boolean } {
  const intent = world.service.intents.find((each) => each.id === id);
  if (!intent || !isUsable(world, intent)) return { world, isDone: false };
  const intents = world.service.intents.map((each) =>
    each === intent ? { ...each, status: 'canceled' as const } : each,
  );
  return { world: { ...world, service: { ...world.service, intents } }, isDone: true };
}

function retire(world: World, id: string): { world: World; event: NewEvent } {
  const { world: after, isDone } = cancel(world, id);
  return { world: after, event: isDone ? { type: 'intent-canceled', intentId: id } : askIntent(world, id) };
}

function askPayment({ shown, now }: World, paymentId: string): NewEvent {
  const payment = shown.payments.find(({ id }) => id === paymentId);
  return payment
    ? { type: 'payment-read', payment: toPayment(payment), isForOrder: true, serviceTime: now }
    : { type: 'payment-missing', paymentId, serviceTime: now };
}

function askIntent({ shown, now }: World, intentId: string): NewEvent {
  const intent = shown.intents.find(({ id }) => id === intentId);
  return intent
    ? { type: 'intent-read', intent: toIntent(intent), serviceTime: now }
    : { type: 'intent-missing', intentId, serviceTime: now };
}

function search({ shown, now }: World, { record }: Session, { number, id }: IntentEntry): NewEvent {
  const isKnown = (paymentId: string) =>
    record.payments.some((entry) => entry.id === paymentId && entry.verdict !== 'announced');
  const found = shown.payments.find((payment) => payment.number === number && !isKnown(payment.id));
  return found
    ? { type: 'payment-read', payment: toPayment(found), isForOrder: true, serviceTime: now }
    : { type: 'payment-not-listed', intentId: id, isComplete: true, serviceTime: now };
}

function announce(world: World, intentId: string, by: Rules): World {
  const { record, version, price } = world;
  const open = record.intents.find(({ state }) => state === 'open');
  // Answered with `price_changed`.
  if (open && record.paidBy === undefined && open.amount !== price) return world;
  const id = `p${world.service.payments.length + world.announced.length + 1}`;
  const session = { process: 0, record, version };
  const { world: after, reply } = append(world, session, { type: 'attempt-announced', paymentId: id }, by);
  return reply.type === 'order_paid'
    ? after
    : { ...after, announced: [...after.announced, { id, intentId }] };
}

function send(world: World, attempt: World['announced'][number], status: ServicePayment['status']): World {
  const after = { ...world, announced: world.announced.filter((each) => each !== attempt) };
  const intent = world.service.intents.find(({ id }) => id === attempt.intentId)!;
  if (!isUsable(world, intent)) return after;
  const { number, amount, id: intentId } = intent;
  const payment = { id: attempt.id, number, amount, status, createdAt: world.now, intentId };
  const intents = world.service.intents.map((each) =>
    each === intent ? { ...each, status: 'fulfilled' as const, usedAt: world.now } : each,
  );
  return { ...after, service: { intents, payments: [...world.service.payments, payment] } };
}

function approve(world: World, payment: ServicePayment): World {
  const payments = world.service.payments.map((each) =>
    each === payment ? { ...each, status: 'paid' as const } : each,
  );
  return { ...world, service: { ...world.service, payments } };
}

function imitate(world: World, { number, amount }: IntentEntry, status: ServicePayment['status']): World {
  const payment = { id: `s${world.service.payments.length}`, number, amount, status, createdAt: world.now };
  return { ...world, service: { ...world.service, payments: [...world.service.payments, payment] } };
}

/** A message of the service, or the payer who comes back. */
function settle(world: World, process: number, paymentId: string, by: Rules): World {
  if (world.isDeleted && by.forgetsDeleted) return world;
  const event = askPayment(world, paymentId);
  if (event.type !== 'payment-read') return world;
  const { record, version } = world;
  const { world: after } = append(world, { process, record, version }, event, by);
  return finish(after, process, by);
}

/** Calls `onSettled` where the process has one. */
function finish(world: World, process: number, by: Rules): World {
  const listens = processes[process]?.listens ?? false;
  if (!listens && !by.dropsUnnotified) return world;
  let current = world;
  for (const { id: paymentId, unnotified } of world.record.payments)
    for (const verdict of unnotified) {
      const { record, version } = current;
      const event = { type: 'notified', paymentId, verdict } as const;
      current = append(current, { process, record, version }, event, by).world;
      if (listens)
        current = { ...current, notified: [...current.notified, `${paymentId} ${verdict}`].sort() };
    }
  return current;
}

const policy = { returnDuplicates: false, captureDueAfterMs: 3 * day };

/** A whole sweep of the order: each question once, also those that an answer raises. */
export function sweep(world: World, process: number, by: Rules): World {
  if (world.isDeleted && by.forgetsDeleted) return world;
  let current = world;
  const asked = new Set<string>();
  const passed = (state: World) =>
    append(state, { process, record: state.record, version: state.version }, { type: 'time-passed' }, by)
      .world;
  const at = () => current.now + (processes[process]?.ahead ?? 0);
  for (;;) {
    current = passed(current);
    const tasks = findPendingTasks(current.record, at(), policy);
    const open = current.record.intents.filter(({ state }) => state === 'open');
    const isUnwanted = ({ id }: IntentEntry) =>
      current.isDeleted || (current.record.paidBy !== undefined && asked.has(`read-intent ${id}`));
    const retiring = open.filter(isUnwanted).map((intent): Task => ({ type: 'retire-intent', intent }));
    const task = [...tasks, ...retiring].find((each) => isQuestion(each) && !asked.has(nameOf(each)));
    if (!task) break;
    asked.add(nameOf(task));
    const session = { process, record: current.record, version: current.version };
    const { world: after, event } = ask(current, session, task);
    current = append(after, session, event, by).world;
  }
  current = finish(current, process, by);
  const session = { process, record: current.record, version: current.version };
  return append(current, session, { type: 'swept' }, by).world;
}

const questions: readonly string[] = ['read-payment', 'read-intent', 'retire-intent', 'search-payment'];
const isQuestion = ({ type }: Task) => questions.includes(type);
const nameOf = (task: Task) =>
  `${task.type} ${'intent' in task ? task.intent.id : 'paymentId' in task ? task.paymentId : ''}`;

function ask(world: World, session: Session, task: Task): { world: World; event: NewEvent } {
  switch (task.type) {
    case 'read-payment':
      return { world, event: askPayment(world, task.paymentId) };
    case 'read-intent':
      return { world, event: askIntent(world, task.intent.id) };
    case 'search-payment':
      return { world, event: search(world, session, task.intent) };
    case 'retire-intent':
      return retire(world, task.intent.id);
    default:
      throw new Error(`Not a question: ${task.type}`);
  }
}

/** A request that goes on until it is answered, while nothing else happens. */
export function askToTheEnd(world: World, by: Rules): World {
  let current = goOn(beginRequest({ ...world, requests: [] }, 0), by, 0);
  for (let left = 5; left > 0 && current.requests.length > 0; left--) current = goOn(current, by, 0);
  return current;
}
