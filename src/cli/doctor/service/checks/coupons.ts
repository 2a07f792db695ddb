import type { Check, Seen } from '../run.js';
import { type Body, fieldOf, type Session } from '../session.js';
import { cards, buildCard, makeIntent, directCall, fulfilCall, move } from '../steps.js';

/** The approved cards without a challenge would do; a coupon goes by the prefix, so each network is asked about. */
const candidates = [cards.visa.withoutChallenge, ...Object.values(cards).map(({ approved }) => approved)];

interface Coupon {
  readonly number: string;
  readonly percent: number;
  /** Undefined for none. */
  readonly cap: number | undefined;
}

/** A coupon of the account and a test card to which it applies. Coupons are set up by the service's staff. */
const findCoupon = (session: Session): Promise<Coupon | undefined> =>
  session.share('coupon', async () => {
    for (const number of candidates) {
      const { body } = await session.must({
        method: 'POST',
        path: '/payments/available_coupon',
        body: { amount: 1000, currency: 'SAR', type: 'creditcard', number },
      });
      const { discount, max_discount_amount: cap } = body;
      if (typeof discount === 'number')
        return { number, percent: discount, cap: typeof cap === 'number' ? cap : undefined };
    }
    return undefined;
  });

/** An amount whose discount has a fraction below or above a half, small enough to be under any cap. */
const amountWith = (percent: number, isFraction: (fraction: number) => boolean) =>
  Array.from({ length: 200 }, (_, index) => 1000 + index).find((amount) =>
    isFraction(((amount * percent) / 100) % 1),
  );

const payWithCoupon = async (session: Session, number: string, amount: number): Promise<Body> =>
  (await session.must(directCall({ amount, apply_coupon: true, source: buildCard(number) }))).body;

/** Looks with a coupon; shows nothing if the account has none. */
const withCoupon =
  (look: (session: Session, coupon: Coupon) => Promise<Seen>): Check['run'] =>
  async (session) => {
    const coupon = await findCoupon(session);
    return coupon && look(session, coupon);
  };

export const couponChecks: readonly Check[] = [
  {
    id: 'coupon.intent',
    what: 'A card with a coupon on an intent, without `apply_coupon`',
    expected: 'the coupon is applied',
    decision: 'couponOnIntents',
    run: withCoupon(async (session, coupon) => {
      const intent = await makeIntent(session);
      const source = buildCard(coupon.number);
      const { body } = await session.must(fulfilCall(intent, { source, apply_coupon: undefined }));
      return fieldOf(body, 'metadata.#coupon_id') === undefined
        ? 'it is not applied'
        : 'the coupon is applied';
    }),
  },
  {
    id: 'coupon.refused',
    what: 'A card with a coupon on an intent, with `apply_coupon: false`',
    expected: 'the whole amount',
    run: withCoupon(async (session, coupon) => {
      const { body } = await session.must(
        fulfilCall(await makeIntent(session, { amount: 20_000 }), { source: buildCard(coupon.number) }),
      );
      return body['amount'] === 20_000 ? 'the whole amount' : 'another amount';
    }),
  },
  {
    id: 'coupon.refund',
    what: 'A refund of the amount before the discount',
    expected: '400',
    run: withCoupon(async (session, coupon) => {
      const { id } = await payWithCoupon(session, coupon.number, 1000);
      return String((await move(session, id, 'refund', 1000)).status);
    }),
  },
  {
    id: 'coupon.metadata',
    what: 'The keys that a coupon adds to `metadata`',
    expected:
      '#coupon_code, #coupon_discount, #coupon_id, #coupon_max_discount_amount, #coupon_original_amount',
    run: withCoupon(async (session, coupon) => {
      const { metadata } = await payWithCoupon(session, coupon.number, 1000);
      return Object.keys(Object(metadata) as object)
        .sort()
        .join(', ');
    }),
  },
  {
    id: 'coupon.rounding',
    what: 'The rounding of a discount',
    expected: 'to the nearest',
    decision: 'couponRounding',
    run: withCoupon(async (session, { number, percent, cap = Infinity }) => {
      const low = amountWith(percent, (fraction) => fraction > 0.05 && fraction < 0.45);
      const high = amountWith(percent, (fraction) => fraction > 0.55 && fraction < 0.95);
      if (low === undefined || high === undefined || (high * percent) / 100 > cap) return undefined;
      const isRoundedUp = async (amount: number) => {
        const { amount: paid } = await payWithCoupon(session, number, amount);
        return amount - Number(paid) > (amount * percent) / 100;
      };
      const lowUp = await isRoundedUp(low);
      const highUp = await isRoundedUp(high);
      if (lowUp === highUp) return lowUp ? 'up' : 'down';
      return highUp ? 'to the nearest' : 'in another way';
    }),
  },
];
