import type {
  ChallengeMessages,
  Direction,
  FrameMessages,
  FormMessages,
  SavedCardMessages,
  StcPayMessages,
  WalletMessages,
} from '../messages.js';

export const code = 'tr';
export const direction: Direction = 'ltr';

export const form: FormMessages = {
  labels: {
    number: 'Kart numarası',
    expiry: 'Son kullanma tarihi',
    cvc: 'Güvenlik kodu (CVV)',
    name: 'Kart üzerindeki ad soyad',
  },
  expiryPlaceholder: 'AA / YY',
  cvcHint: (digits) => `${digits} haneli`,
  form: 'Kartla ödeme',
  accepted: 'Kabul edilen kartlar',
  cardIs: (network) => `${network} kartı`,
  cardEnding: (digits) => `son dört hane ${digits}`,
  pay: (amount) => `${amount} öde`,
  riyals: 'Suudi riyali',
  payNow: 'Öde',
  payFirst: 'Önce burada ödeme yapın, sonra devam edin.',
  paying: 'İşleniyor…',
  redirecting: 'Bankanıza yönlendiriliyorsunuz…',
  loading: 'Ödeme formu yükleniyor…',
  testMode: 'Test modu: Gerçek çekim yapılmaz.',
  problems: {
    number: {
      empty: 'Kart numaranızı girin.',
      incomplete: 'Kart numaranız eksik.',
      too_long: 'Bu kart numarası çok uzun.',
      luhn: 'Kart numaranızı kontrol edin.',
      unsupported: 'Bu kart burada kabul edilmiyor. Başka bir kart kullanın.',
    },
    expiry: {
      empty: 'Tarihi girin.',
      incomplete: 'Ay ve yılı girin.',
      month: 'Ay 01–12 arası olmalı.',
      past: 'Kartın süresi dolmuş.',
      too_far: 'Yılı kontrol edin.',
      invalid: 'Ay ve yılı girin.',
    },
    cvc: {
      empty: 'Güvenlik kodunu girin.',
      incomplete: 'Kod çok kısa.',
      invalid: 'Kod çok uzun.',
    },
    name: {
      empty: 'Kart üzerindeki adı soyadı girin.',
      looks_like_number: 'Bu, kart numarasına benziyor. Kart üzerindeki adı soyadı girin.',
      invalid: 'Bazı karakterler kullanılamıyor.',
    },
  },
  severalProblems: 'Bazı bilgiler eksik veya yanlış.',
  onlyDigits: 'Yalnızca rakam kullanın.',
  refused: {
    number: 'Kart numaranızı kontrol edin.',
    expiry: 'Son kullanma tarihini kontrol edin.',
    cvc: 'Güvenlik kodunu kontrol edin.',
    name: 'Kart üzerindeki adı soyadı kontrol edin.',
  },
  declines: {
    declined: 'Ödeme reddedildi.',
    insufficient_funds: 'Bu kartın bakiyesi yetersiz.',
    expired_card: 'Bu kartın süresi dolmuş.',
    limit: 'Bu ödeme kartınızın limitini aşıyor.',
    not_permitted: 'Bu kart bu tür bir ödeme için kullanılamıyor.',
    security_code: 'Güvenlik kodu kabul edilmedi.',
    wrong_number: 'Bu kart numarası tanınmadı.',
    not_enrolled: 'Bu kart internet ödemelerine açık değil. Bankanıza sorun.',
    authentication: 'Bankanızdaki doğrulama tamamlanmadı.',
    issuer_unavailable: 'Bankanıza ulaşamadık.',
  },
  notCharged: 'Kartınızdan para çekilmedi.',
  tryAgain: 'Bilgileri kontrol edin veya başka bir kart kullanın.',
  tryLater: 'Daha sonra yeniden deneyin veya başka bir kart kullanın.',
  startAnew: 'Ödeme yapmak için mağazaya dönün.',
  failed: 'Ödeme tamamlanmadı',
  paid: 'Ödeme alındı. Teşekkür ederiz.',
  authorized: 'Ödeme onaylandı. Teşekkür ederiz.',
  continue: 'Devam et',
  voided: 'Ödeme iptal edildi. Bankanız tutarı serbest bırakacak; bu birkaç gün sürebilir.',
  refunded: 'Bu ödeme için iade yapıldı.',
  checking: 'Ödemenizi kontrol ediyoruz. Lütfen yeniden ödeme yapmayın.',
  checkingTakes: 'Bu bir dakika sürebilir.',
  reference: (id) => `Ödeme referansı: ${id}`,
  uncertain:
    'Ödemenizin gerçekleşip gerçekleşmediğini henüz bilmiyoruz. Yeniden ödeme yapmayın. Mağazaya sorun.',
  atBank: 'Bankanız onayınızı bekliyor.',
  toBank: 'Bankanızın sayfasına git',
  cancelThere: 'Başka bir yolla ödemek için bankanızın sayfasında iptal edin.',
  held: 'Mağazanın bu siparişe ait bir ödemeyi incelemesi gerekiyor. Yeniden ödeme yapmayın: Mağazaya sorun.',
  charged: (amount) => `Bu ödemenin tutarı: ${amount}`,
  elsewhere: 'Ödeme başka bir pencerede yapılıyor. Burada yeniden ödeme yapmayın.',
  anotherWay: 'Başka bir yolla öde',
  payTwice:
    'İlk ödeme de gerçekleşirse iki kez ödemiş olursunuz. Devam etmeden önce bankanızdan gelen mesajlara bakın.',
  payAgain: 'Evet, yeniden öde',
  back: 'Geri',
  lost: 'Ödemeniz bize ulaşmadı. Şimdi ödeyebilirsiniz: Tutar yalnızca bir kez çekilir.',
  lostAgain: 'Bu deneme başarısız oldu. Yeniden deneyin: Tutar yalnızca bir kez çekilir.',
  expired: 'Ödeme süresi doldu. Ödeme yapmadıysanız mağazaya dönüp yeniden başlayın.',
  spent: 'Bu ödeme kapandı. Daha önce ödemiş olabilirsiniz: Yeniden ödeme yapmadan önce mağazaya sorun.',
  closing: (time) => `Ödeme için son saat: ${time}. Sonrasında yeniden başlamanız gerekir.`,
  misconfigured: 'Bu ödeme formu çalışmıyor. Daha önce ödediyseniz yeniden ödeme yapmayın: Mağazaya sorun.',
  pageMisconfigured:
    'Bu ödeme sayfası çalışmıyor. Daha önce ödediyseniz yeniden ödeme yapmayın: Mağazaya sorun.',
  tooManyTries: 'Çok fazla deneme yapıldı. Bir süre bekleyip yeniden deneyin.',
  challengeRequired:
    'Mağaza önce bir güvenlik kontrolü istiyor. Tamamlayıp yeniden deneyin veya mağazaya sorun.',
  errors: {
    network: 'Bağlanamadık. Bağlantınızı kontrol edip yeniden deneyin.',
    api: 'Ödeme kabul edilmedi. Lütfen daha sonra yeniden deneyin.',
    card: 'Bazı kart bilgileri kabul edilmedi. Bunları kontrol edip yeniden deneyin.',
    canceled: 'Ödeme durduruldu. Yeniden deneyebilirsiniz.',
    configuration: 'Mağaza tarafında bir hata oluştu. Daha sonra yeniden deneyin veya mağazaya sorun.',
    expired: 'Bu ödeme sona erdi. Bankanızdan gelen mesajlara bakın; ödeme yapmadıysanız yeniden deneyin.',
  },
};

export const bank: ChallengeMessages = {
  title: 'Ödemeyi bankanızda onaylayın',
  fullPage: 'Tam sayfada aç',
  cancel: 'Kapat',
  loading: 'Bankanızın sayfası açılıyor…',
  slow: 'Bankanızın sayfası burada açılmıyor gibi görünüyor. Tam sayfada açın.',
  ask: 'Bankanızın sayfasından ayrılmak istiyor musunuz? Ödemeniz yine de gerçekleşebilir, bu yüzden yeniden ödeme yapmayın.',
  keep: 'Kal',
  stop: 'Ayrıl',
};

export const frame: FrameMessages = {
  title: 'Kartla ödeme',
  silent: 'Kart formu yüklenmedi. Bağlantınızı kontrol edip yeniden deneyin.',
  retry: 'Yeniden dene',
};

export const saved: SavedCardMessages = {
  title: 'Kayıtlı kartlar',
  another: 'Başka bir kart',
  expired: 'Süresi dolmuş',
  unusable: 'Burada kullanılamaz',
  offer: 'Bu kartı bir sonraki sefer için kaydet',
  always: 'Bu kart bir sonraki sefer için kaydedilecek.',
};

export const stcPay: StcPayMessages = {
  legend: 'Nasıl ödemek istersiniz?',
  card: 'Kart',
  mobile: 'Cep telefonu numarası',
  mobileEmpty: 'Cep telefonu numaranızı girin.',
  mobileInvalid: 'Cep telefonu numaranızı kontrol edin.',
  sent: 'STC Pay bu numaraya bir kod gönderdi:',
  code: 'STC Pay kodu',
  codeEmpty: 'Kodu girin.',
  codeInvalid: 'Kod 4 ile 10 hane arasındadır.',
  confirm: 'Onayla',
  change: 'Numarayı değiştir',
  ending: 'Kodu girmek için bir dakikadan az kaldı.',
  notSent: 'Kod gönderilmedi. Tekrar deneyin.',
  noAnswer: 'Kodunuza yanıt alamadık. Kodu yeniden girin.',
  wrongCode: 'Kod kabul edilmedi.',
  notRegistered: 'Bu numara STC Pay’e kayıtlı değil.',
  again: 'Tekrar deneyebilirsiniz: yeni bir kod alırsınız.',
};

export const wallets: WalletMessages = {
  orCard: 'veya kartla ödeyin',
  notOpened: 'Cüzdan açılmadı. Yeniden deneyin veya başka bir yolla ödeyin.',
  none: 'Burada ödeme yapılamıyor. Başka bir tarayıcı deneyin veya mağazaya sorun.',
};
