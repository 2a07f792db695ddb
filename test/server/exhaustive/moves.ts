import { isChargeReadable } from '../../../src/server/checkout/charge.js';
import { chooseIntentStep } from '../../../src/server/checkout/choose-intent-step.js';
import type { IntentRequest, Query, Task } from '../../../src/server/checkout/order-event.js';
import { findCharge, findIntentOf } from '../../../src/server/checkout/record.js';
import {
  append,
  hour,
  localTime,
  minute,
  orderOf,
  isUsable,
  processes,
  second,
  toIntent,
  toPayment,
  type Budget,
  type NewEvent,
  type Pair,
  type Request,
  type Rules,
  type SentCharge,
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
export function listMoves(world: World, rules: Rules): Move[] {
  const moves: Move[] = [];
  const add = (name: string, isPossible: boolean, next: () => World) =>
    isPossible && moves.push({ name, next });
  const { left, service, shown, isDeleted } = world;
  const canBe = (status: ServicePayment['status']) => status !== 'initiated' || left.approve > 0;
  const isAsked = left.ask > 0 && !isDeleted;

  for (const [process] of processes.entries()) {
    add(`a page asks process ${process}`, isAsked, () =>
      goOn(beginRequest(use(world, 'ask'), process), rules),
    );
    add(`a page asks process ${process}, which pauses`, isAsked && left.pause > 0, () =>
      beginRequest(use(use(world, 'ask'), 'pause'), process),
    );
    add(`process ${process} sweeps`, left.sweep > 0, () => sweep(use(world, 'sweep'), process, rules));
    for (const payment of service.payments)
      add(
        `process ${process} has a message about ${payment.id}`,
        left.message > 0 && payment.status !== 'initiated',
        () => settle(use(world, 'message'), process, payment.id, rules),
      );
  }
  const [last] = world.handedOut.slice(-1);
  if (last)
    add(`a page asks for another way than ${last.paymentId}`, left.release > 0 && !isDeleted, () =>
      release(use(world, 'release'), last, rules),
    );
  for (const [at, request] of world.requests.entries()) {
    add(`request ${at} goes on`, true, () => goOn(world, rules, at));
    add(`request ${at} asks one question`, left.pause > 0 && request.created === undefined, () =>
      step(use(world, 'pause'), at, request, rules),
    );
  }
  for (const [process, key] of callers)
    for (const outcome of outcomes)
      add(
        `the merchant charges by ${key} in process ${process}: ${outcome}`,
        left.charge > 0 && !isDeleted && (outcome !== 'initiated' || left.approve > 0),
        () => charge(use(world, 'charge'), process, key, outcome, rules),
      );
  for (const sent of world.sent)
    add(`the charge ${sent.paymentId} arrives late`, world.now < sent.sentAt + minute, () => ({
      ...makeCharge(world, sent, 'paid'),
      sent: world.sent.filter((each) => each !== sent),
    }));
  for (const { paymentId } of listCharges(world))
    add(`a page asks for another way than ${paymentId}`, left.release > 0 && !isDeleted, () =>
      release(use(world, 'release'), { intentId: paymentId, paymentId }, rules),
    );
  for (const { intentId, paymentId } of world.handedOut) {
    for (const status of statuses)
      add(`a page pays on ${intentId}, and that is ${status}`, left.pay > 0 && canBe(status), () =>
        fulfil(use(world, 'pay'), intentId, paymentId, status),
      );
    add(`a page pays on ${intentId} by an id of its own`, left.tamper > 0, () =>
      fulfil(use(world, 'tamper'), intentId, `t${service.payments.length}`, 'paid'),
    );
    for (const amount of [world.price, 100])
      for (const status of ['failed', 'paid'] as const)
        add(`a visitor makes ${paymentId} directly, ${status} over ${amount}`, left.direct > 0, () =>
          payDirectly(use(world, 'direct'), paymentId, amount, status),
        );
  }
  for (const status of statuses)
    add(`a stranger's payment names the order and is ${status}`, left.stranger > 0 && canBe(status), () =>
      payDirectly(use(world, 'stranger'), `s${service.payments.length}`, world.price, status),
    );
  for (const payment of service.payments) {
    // A payment that waits for more than an hour holds nothing up any more: that is documented, and is no finding.
    const isInTime = world.now < payment.createdAt + hour / 2;
    add(
      `the bank approves ${payment.id}`,
      left.approve > 0 && payment.status === 'initiated' && isInTime,
      () => setPaid(use(world, 'approve'), payment),
    );
    add(`${payment.id} is paid after its decline`, left.late > 0 && payment.status === 'failed', () =>
      setPaid({ ...use(world, 'late'), excused: [...world.excused, payment.intentId ?? ''] }, payment),
    );
  }
  add('the price changes', left.price > 0, () => ({ ...use(world, 'price'), price: 9000 }));
  add('the order is deleted', left.delete > 0, () => ({ ...use(world, 'delete'), isDeleted: true }));
  add('the reads catch up', shown !== service, () => ({ ...world, shown: service }));

  const newest = service.intents.at(-1);
  const end = newest ? newest.createdAt + hour - second : 0;
  add('it is a second before the end of the intent', left.end > 0 && world.now < end - minute, () =>
    pass(use(world, 'end'), end - world.now),
  );
  add('two seconds pass', left.seconds > 0, () => pass(use(world, 'seconds'), 2 * second));
  add('70 seconds pass', left.moments > 0, () => pass(use(world, 'moments'), 70 * second));
  add('six minutes pass', left.minutes > 0, () => pass(use(world, 'minutes'), 6 * minute));
  add('25 hours pass', left.days > 0, () => pass(use(world, 'days'), 25 * hour));
  return moves;
}

const listCharges = ({ record }: World) => record.intents.filter((entry) => entry.charge);

/** Which process charges by which key. */
const callers = [
  [0, 'k'],
  [1, 'k'],
  [1, 'l'],
] as const;
/** How a request for a charge ends. */
const outcomes = ['paid', 'failed', 'initiated', 'paid, and the answer is lost', 'late', 'never'] as const;
type Outcome = (typeof outcomes)[number];

/** The service makes the payment of a charge, unless it has one of that id. */
function makeCharge(
  world: World,
  { paymentId, amount }: Pick<SentCharge, 'paymentId' | 'amount'>,
  status: ServicePayment['status'],
): World {
  const { payments } = world.service;
  const id = world.takesGivenId ? paymentId : `g${payments.length}`;
  if (payments.some((payment) => payment.id === id)) return world;
  const payment = { id, amount, status, createdAt: world.now, intentId: paymentId };
  return { ...world, service: { ...world.service, payments: [...payments, payment] } };
}

/** What `charge` of the checkout does. A charge that the sweep sends is paid. */
function charge(start: World, process: number, key: string, outcome: Outcome, rules: Rules): World {
  let world = beginRequest(start, process);
  const at = world.requests.length - 1;
  const paymentId = `c${start.service.payments.length}${listCharges(start).length}${key}`;
  const save = (event: NewEvent) => {
    const saved = append(world, world.requests[at]!, event, rules);
    world = setRequest(saved.world, at, saved.session);
    return saved.reply;
  };
  for (let rounds = 30; rounds > 0; rounds--) {
    const request = world.requests[at]!;
    const known = findCharge(request.record, key);
    const asked = known?.paymentId ?? paymentId;
    if ((known?.state === 'open' && !known.payment) || (!known && !request.checked.includes(paymentId))) {
      world = ask(world, at, request, { type: 'read-payment', paymentId: asked }, rules);
      const { serviceTime, record } = world.requests[at]!;
      const current = findCharge(record, key);
      if (current?.state === 'open' && isChargeReadable(current.charge, serviceTime)) {
        const payment = world.shown.payments.find(({ intentId }) => intentId === asked);
        save(
          payment
            ? { type: 'charge-made', key, payment: toPayment(payment), serviceTime }
            : { type: 'charge-unsent', key, attempts: current.charge.attempts },
        );
      }
    }
    const order = start.isDeleted ? undefined : orderOf(world.requests[at]!);
    const reply = save({
      ...{ type: 'charge-requested', ...describeRequest(world, world.requests[at]!), order },
      ...{ request: { key, digest: key, token: 'token_a' }, paymentId, account: undefined },
    });
    switch (reply.type) {
      case 'read-payment':
      case 'read-intent':
      case 'retire-intent':
        world = ask(world, at, world.requests[at]!, reply, rules);
        break;
      case 'send-charge': {
        const { paymentId: given, amount } = reply.entry;
        const sent = { key, paymentId: given, amount, sentAt: world.now };
        if (outcome === 'late') world = { ...world, sent: [...world.sent, sent] };
        else if (outcome === 'paid, and the answer is lost') world = makeCharge(world, sent, 'paid');
        else if (outcome !== 'never') {
          world = makeCharge(world, sent, outcome);
          const payment = world.service.payments.find(({ intentId }) => intentId === given)!;
          const serviceTime = world.saysTime ? world.now : undefined;
          save({ type: 'charge-made', key, payment: toPayment(payment), serviceTime });
        }
        return notifyAll(setRequest(world, at, undefined), process, rules);
      }
      default:
        return notifyAll(setRequest(world, at, undefined), process, rules);
    }
  }
  throw new Error('A charge that never ends.');
}

/** Reads lag by less than five minutes. */
const pass = (world: World, ms: number): World => ({
  ...world,
  now: world.now + ms,
  ...(ms >= 5 * minute && { shown: world.service }),
});

function beginRequest(world: World, process: number): World {
  const { record, version, price } = world;
  const known = { record, version, checked: [], unused: [], serviceTime: undefined };
  const request: Request = { process, price, ...known };
  return { ...world, requests: [...world.requests, request] };
}

/** The payer's own word, before the request goes on like any other. */
function release(world: World, { intentId, paymentId }: Pair, rules: Rules): World {
  const begun = beginRequest({ ...world, excused: [...world.excused, intentId] }, 0);
  const at = begun.requests.length - 1;
  const request = begun.requests[at]!;
  if (!findIntentOf(request.record, paymentId)) return goOn(begun, rules);
  const read = ask(begun, at, request, { type: 'read-payment', paymentId }, rules);
  const { world: after, session } = append(
    read,
    read.requests[at]!,
    { type: 'payment-released', paymentId },
    rules,
  );
  return goOn(setRequest(after, at, session), rules, at);
}

const setRequest = (world: World, at: number, request: Request | undefined): World => ({
  ...world,
  requests: world.requests.flatMap((each, index) => (index !== at ? [each] : request ? [request] : [])),
});

/** A request goes on until it is answered, or has created an intent that is not saved yet. */
function goOn(world: World, rules: Rules, at = world.requests.length - 1): World {
  const { length } = world.requests;
  let current = world;
  for (let left = 30; left > 0; left--) {
    const request = current.requests[at];
    if (!request || current.requests.length < length) return current;
    current = step(current, at, request, rules);
    if (current.requests[at]?.created !== undefined) return current;
  }
  throw new Error('A request that never ends.');
}

const describeRequest = (
  world: World,
  { process, price, checked, unused, serviceTime }: Request,
): IntentRequest => ({
  ...{ order: orderOf({ price }), checked, unused, serviceTime, now: localTime(world, process) },
});

/** One question of a request, and what its answer changes. */
function step(world: World, at: number, request: Request, rules: Rules): World {
  if (request.created !== undefined) return assign(world, at, request, request.created, rules);
  const next = chooseIntentStep(request.record, describeRequest(world, request));
  switch (next.type) {
    case 'read-payment':
    case 'read-intent':
    case 'retire-intent':
      return ask(world, at, request, next, rules);
    case 'create-intent': {
      const count = world.service.intents.length + 1;
      const made = {
        id: `i${count}`,
        amount: request.price,
        status: 'created',
        createdAt: world.now,
      } as const;
      const service = { ...world.service, intents: [...world.service.intents, made] };
      const created = { intentId: made.id, paymentId: `p${count}`, intentCount: request.record.intentCount };
      const serviceTime = world.saysTime ? world.now : undefined;
      return setRequest({ ...world, service }, at, { ...request, created, serviceTime });
    }
    case 'reuse-intent': {
      const { id: intentId, paymentId } = next.intent;
      const isUnused = request.unused.includes(intentId);
      return setRequest(isUnused ? handOut(world, { intentId, paymentId }) : world, at, undefined);
    }
    case 'order_paid':
    case 'payment_open':
    case 'payment_held':
      return notifyAll(setRequest(world, at, undefined), request.process, rules);
    default:
      return next satisfies never;
  }
}

function ask(world: World, at: number, request: Request, query: Query, rules: Rules): World {
  const { world: asked, event } = answer(world, query);
  const { world: after, session } = append(asked, request, event, rules);
  const isUnused = event.type === 'intent-read' && event.intent.status === 'created';
  const id = 'intentId' in query ? query.intentId : query.paymentId;
  return setRequest(after, at, {
    ...session,
    checked: [...session.checked, id],
    ...(world.saysTime && { serviceTime: world.now }),
    ...(isUnused && { unused: [...session.unused, id] }),
  });
}

function assign(
  world: World,
  at: number,
  request: Request,
  created: NonNullable<Request['created']>,
  rules: Rules,
): World {
  const { intentId, paymentId, intentCount } = created;
  const own = world.service.intents.find(({ id }) => id === intentId)!;
  const event: NewEvent = {
    ...{ type: 'intent-created', ...describeRequest(world, request), intent: toIntent(own) },
    ...{ paymentId, intentCount, account: undefined },
  };
  const { world: after, session, reply } = append(world, request, event, rules);
  if (reply.type === 'assigned') return setRequest(handOut(after, created), at, undefined);
  const { created: _, ...rest } = session;
  return setRequest(cancel(after, intentId) ?? after, at, rest);
}

const handOut = (world: World, { intentId, paymentId }: World['handedOut'][number]): World =>
  world.handedOut.some((pair) => pair.intentId === intentId)
    ? world
    : { ...world, handedOut: [...world.handedOut, { intentId, paymentId }] };

/** Undefined if the service refuses, because the intent was used, canceled or is over. */
function cancel(world: World, intentId: string): World | undefined {
  const intent = world.service.intents.find(({ id }) => id === intentId);
  if (!intent || !isUsable(world, intent)) return undefined;
  const intents = world.service.intents.map((each) =>
    each === intent ? { ...each, status: 'canceled' as const } : each,
  );
  return { ...world, service: { ...world.service, intents } };
}

/** What the service answers to a question, as the shop's server records it. */
function answer(world: World, query: Query): { world: World; event: NewEvent } {
  const { shown, record } = world;
  const serviceTime = world.saysTime ? world.now : undefined;
  switch (query.type) {
    case 'read-payment': {
      const { paymentId } = query;
      const payment = shown.payments.find(({ id }) => id === paymentId);
      const event: NewEvent = payment
        ? { type: 'payment-read', payment: toPayment(payment), serviceTime }
        : { type: 'payment-missing', paymentId, serviceTime };
      return { world, event };
    }
    case 'read-intent': {
      const { intentId } = query;
      const intent = shown.intents.find(({ id }) => id === intentId);
      const event: NewEvent = intent
        ? { type: 'intent-read', intent: toIntent(intent), serviceTime }
        : { type: 'intent-missing', intentId, account: undefined, serviceTime };
      return { world, event };
    }
    case 'retire-intent': {
      const { intentId } = query;
      const canceled = cancel(world, intentId);
      return canceled
        ? { world: canceled, event: { type: 'intent-canceled', intentId } }
        : answer(world, { type: 'read-intent', intentId });
    }
    case 'list-candidates': {
      const { intentId } = query;
      const intent = record.intents.find(({ id }) => id === intentId)!;
      const candidates = shown.payments
        .filter(
          ({ amount, createdAt }) =>
            amount === intent.amount && Math.abs(createdAt - Date.parse(intent.usedAt ?? '')) <= 2 * second,
        )
        .map(toPayment);
      return { world, event: { type: 'candidates-listed', intentId, candidates } };
    }
    default:
      return query satisfies never;
  }
}

/** The service lets one payment have an id, and one payment use an intent. */
function fulfil(world: World, intentId: string, id: string, status: ServicePayment['status']): World {
  const intent = world.service.intents.find((each) => each.id === intentId)!;
  if (!isUsable(world, intent) || world.service.payments.some((payment) => payment.id === id)) return world;
  const payment = { id, amount: intent.amount, status, createdAt: world.now, intentId };
  const intents = world.service.intents.map((each) =>
    each === intent ? { ...each, status: 'fulfilled' as const, usedAt: world.now } : each,
  );
  return { ...world, service: { intents, payments: [...world.service.payments, payment] } };
}

function payDirectly(world: World, id: string, amount: number, status: ServicePayment['status']): World {
  if (world.service.payments.some((payment) => payment.id === id)) return world;
  const payment = { id, amount, status, createdAt: world.now };
  return { ...world, service: { ...world.service, payments: [...world.service.payments, payment] } };
}

function setPaid(world: World, payment: ServicePayment): World {
  const payments = world.service.payments.map((each) =>
    each === payment ? { ...each, status: 'paid' as const } : each,
  );
  return { ...world, service: { ...world.service, payments } };
}

/** A message of the service, or the payer who comes back: only a payment of the order's own ids counts. */
function settle(world: World, process: number, paymentId: string, rules: Rules): World {
  if (world.isDeleted && rules.forgetsDeleted) return world;
  const { record, version } = world;
  const isUnidentified = record.intents.some(({ isUsedOtherwise, payment }) => isUsedOtherwise && !payment);
  const isOwn = findIntentOf(record, paymentId) !== undefined;
  if (!isOwn && !isUnidentified && !rules.settlesByAddress) return world;
  const { event } = answer(world, { type: 'read-payment', paymentId });
  if (event.type !== 'payment-read') return world;
  const newest = record.intents.at(-1);
  if (!isOwn && newest && rules.settlesByAddress)
    Object.assign(event, { payment: { ...event.payment, id: newest.paymentId } });
  const { world: after } = append(world, { process, record, version }, event, rules);
  return notifyAll(after, process, rules);
}

/** Calls `onSettled` if the process has one. */
function notifyAll(world: World, process: number, rules: Rules): World {
  const listens = processes[process]?.listens ?? false;
  if (!listens && !rules.dropsUnnotified) return world;
  let current = world;
  const start: Session = { process, record: world.record, version: world.version };
  const { tasks } = append(current, start, { type: 'time-passed' }, rules);
  for (const task of tasks) {
    if (task.type !== 'notify') continue;
    const session: Session = { process, record: current.record, version: current.version };
    const { paymentId, verdict } = task;
    const { world: after } = append(current, session, { type: 'notified', paymentId, verdict }, rules);
    const text = `${paymentId} ${verdict}`;
    current = listens ? { ...after, notified: [...after.notified, text] } : after;
  }
  return current;
}

const isQuestion = (task: Task): task is Query => 'type' in task && /^(read|retire|list)-/.test(task.type);

/** Asks about all that is due, and tells what is left to be told. */
export function sweep(world: World, process: number, rules: Rules): World {
  let current = world;
  const asked = new Set<string>();
  const session = (): Session => ({ process, record: current.record, version: current.version });
  const tasksNow = () => append(current, session(), { type: 'time-passed' }, rules).tasks;
  if (!(world.isDeleted && rules.forgetsDeleted))
    for (;;) {
      const unwanted = world.isDeleted
        ? current.record.intents.filter(
            ({ state, payment, charge: wanted }) => state === 'open' && !payment && !wanted,
          )
        : [];
      const queries: Query[] = [
        ...tasksNow().filter(isQuestion),
        ...unwanted.map(({ id }): Query => ({ type: 'retire-intent', intentId: id })),
      ];
      const next = queries.find((query) => !asked.has(JSON.stringify(query)));
      if (!next) break;
      asked.add(JSON.stringify(next));
      const { world: after, event } = answer(current, next);
      current = append(after, { ...session(), record: after.record }, event, rules).world;
    }
  for (const task of tasksNow())
    if (task.type === 'run-charge' && !(world.isDeleted && rules.forgetsDeleted))
      current = charge(current, process, task.charge.key, 'paid', rules);
    else if (task.type === 'tell-operator') {
      const { intentId } = task;
      const after = append(current, session(), { type: 'operator-told', intentId }, rules).world;
      current = { ...after, operatorTold: [...after.operatorTold, intentId] };
    }
  current = notifyAll(current, process, rules);
  return append(current, session(), { type: 'swept' }, rules).world;
}

/** Asks for an intent until the order has one, or is refused. */
export const askToTheEnd = (world: World, rules: Rules): World =>
  goOn(goOn(beginRequest(world, 0), rules), rules);
