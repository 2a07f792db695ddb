import type {
  ChallengeMessages,
  Direction,
  FrameMessages,
  FormMessages,
  SavedCardMessages,
  StcPayMessages,
  WalletMessages,
} from '../messages.js';

export const code = 'id';
export const direction: Direction = 'ltr';

export const form: FormMessages = {
  labels: {
    number: 'Nomor kartu',
    expiry: 'Berlaku hingga',
    cvc: 'Kode keamanan (CVV)',
    name: 'Nama pada kartu',
  },
  expiryPlaceholder: 'BB / TT',
  cvcHint: (digits) => `${digits} digit`,
  form: 'Pembayaran dengan kartu',
  accepted: 'Kartu yang diterima',
  cardIs: (network) => `Kartu ${network}`,
  cardEnding: (digits) => `berakhiran ${digits}`,
  pay: (amount) => `Bayar ${amount}`,
  riyals: 'riyal Saudi',
  payNow: 'Bayar',
  payFirst: 'Bayar di sini dulu, lalu lanjutkan.',
  paying: 'Memproses…',
  redirecting: 'Mengalihkan ke bank Anda…',
  loading: 'Memuat formulir pembayaran…',
  testMode: 'Mode uji coba: tidak ada tagihan nyata.',
  problems: {
    number: {
      empty: 'Masukkan nomor kartu Anda.',
      incomplete: 'Nomor kartu Anda belum lengkap.',
      too_long: 'Nomor kartu ini terlalu panjang.',
      luhn: 'Periksa nomor kartu Anda.',
      unsupported: 'Kartu ini tidak diterima di sini. Gunakan kartu lain.',
    },
    expiry: {
      empty: 'Isi masa berlaku kartu.',
      incomplete: 'Isi bulan dan tahun.',
      month: 'Bulan: 01 sampai 12.',
      past: 'Kartu kedaluwarsa.',
      too_far: 'Periksa tahunnya.',
      invalid: 'Isi bulan dan tahun.',
    },
    cvc: {
      empty: 'Masukkan kode keamanan.',
      incomplete: 'Kode terlalu pendek.',
      invalid: 'Kode terlalu panjang.',
    },
    name: {
      empty: 'Masukkan nama yang tertera pada kartu.',
      looks_like_number: 'Ini tampak seperti nomor kartu. Masukkan nama yang tertera pada kartu.',
      invalid: 'Beberapa karakter tidak dapat digunakan.',
    },
  },
  severalProblems: 'Beberapa data belum diisi atau salah.',
  onlyDigits: 'Gunakan angka saja.',
  refused: {
    number: 'Periksa nomor kartu Anda.',
    expiry: 'Periksa masa berlaku kartu.',
    cvc: 'Periksa kode keamanan.',
    name: 'Periksa nama pada kartu.',
  },
  declines: {
    declined: 'Pembayaran ditolak.',
    insufficient_funds: 'Dana pada kartu ini tidak cukup.',
    expired_card: 'Kartu ini sudah kedaluwarsa.',
    limit: 'Pembayaran ini melebihi limit kartu Anda.',
    not_permitted: 'Kartu ini tidak dapat digunakan untuk jenis pembayaran ini.',
    security_code: 'Kode keamanan tidak diterima.',
    wrong_number: 'Nomor kartu ini tidak dikenali.',
    not_enrolled: 'Kartu ini belum diaktifkan untuk pembayaran online. Tanyakan kepada bank Anda.',
    authentication: 'Verifikasi di bank Anda tidak selesai.',
    issuer_unavailable: 'Kami tidak dapat menghubungi bank Anda.',
  },
  notCharged: 'Tidak ada dana yang terpotong.',
  tryAgain: 'Periksa data kartu atau gunakan kartu lain.',
  tryLater: 'Coba lagi nanti atau gunakan kartu lain.',
  startAnew: 'Untuk membayar, kembali ke toko.',
  failed: 'Pembayaran tidak selesai',
  paid: 'Pembayaran diterima. Terima kasih.',
  authorized: 'Pembayaran disetujui. Terima kasih.',
  continue: 'Lanjutkan',
  voided:
    'Pembayaran dibatalkan. Bank Anda akan melepaskan dana yang ditahan; ini dapat memakan waktu beberapa hari.',
  refunded: 'Pengembalian dana telah diproses.',
  checking: 'Kami sedang memeriksa pembayaran Anda. Mohon jangan membayar lagi.',
  checkingTakes: 'Proses ini bisa memakan waktu satu menit.',
  reference: (id) => `Referensi pembayaran: ${id}`,
  uncertain: 'Kami belum tahu apakah pembayaran Anda berhasil. Jangan membayar lagi. Tanyakan kepada toko.',
  atBank: 'Bank Anda menunggu persetujuan Anda.',
  toBank: 'Buka halaman bank Anda',
  cancelThere: 'Untuk membayar dengan cara lain, batalkan di halaman bank Anda.',
  held: 'Toko perlu memeriksa satu pembayaran untuk pesanan ini. Jangan membayar lagi: tanyakan kepada toko.',
  charged: (amount) => `Jumlah pembayaran ini: ${amount}`,
  elsewhere: 'Pembayaran ini sedang dilakukan di jendela lain. Jangan membayar lagi di sini.',
  anotherWay: 'Bayar dengan cara lain',
  payTwice:
    'Jika pembayaran pertama juga berhasil, Anda akan membayar dua kali. Periksa pesan dari bank Anda sebelum melanjutkan.',
  payAgain: 'Ya, bayar lagi',
  back: 'Kembali',
  lost: 'Pembayaran Anda tidak sampai kepada kami. Anda dapat membayar sekarang: dana hanya akan terpotong satu kali.',
  lostAgain: 'Percobaan ini tidak berhasil. Coba lagi: dana hanya akan terpotong satu kali.',
  expired: 'Waktu pembayaran telah habis. Jika Anda belum membayar, kembali ke toko dan mulai lagi.',
  spent:
    'Pembayaran ini sudah ditutup. Mungkin Anda sudah membayar: tanyakan kepada toko sebelum membayar lagi.',
  closing: (time) => `Mohon bayar sebelum pukul ${time}. Setelah itu Anda perlu memulai lagi.`,
  misconfigured:
    'Formulir pembayaran ini tidak berfungsi. Jika Anda sudah membayar, jangan membayar lagi: tanyakan kepada toko.',
  pageMisconfigured:
    'Halaman pembayaran ini tidak berfungsi. Jika Anda sudah membayar, jangan membayar lagi: tanyakan kepada toko.',
  tooManyTries: 'Terlalu banyak percobaan untuk saat ini. Tunggu beberapa saat, lalu coba lagi.',
  challengeRequired:
    'Toko meminta pemeriksaan keamanan terlebih dahulu. Selesaikan lalu coba lagi, atau tanyakan kepada toko.',
  errors: {
    network: 'Kami tidak dapat terhubung. Periksa koneksi Anda, lalu coba lagi.',
    api: 'Pembayaran tidak dapat diproses. Silakan coba lagi nanti.',
    card: 'Beberapa data kartu tidak diterima. Periksa kembali, lalu coba lagi.',
    canceled: 'Pembayaran dihentikan. Anda dapat mencoba lagi.',
    configuration: 'Terjadi kesalahan di pihak toko. Coba lagi nanti atau tanyakan kepada toko.',
    expired:
      'Pembayaran ini sudah berakhir. Periksa pesan dari bank Anda; jika Anda belum membayar, coba lagi.',
  },
};

export const bank: ChallengeMessages = {
  title: 'Konfirmasi di bank Anda',
  fullPage: 'Buka halaman penuh',
  cancel: 'Tutup',
  loading: 'Membuka halaman bank Anda…',
  slow: 'Halaman bank Anda tampaknya tidak terbuka di sini. Buka halaman penuh.',
  ask: 'Tinggalkan halaman bank Anda? Pembayaran Anda mungkin tetap berhasil, jadi jangan membayar lagi.',
  keep: 'Tetap di sini',
  stop: 'Tinggalkan',
};

export const frame: FrameMessages = {
  title: 'Pembayaran dengan kartu',
  silent: 'Formulir kartu gagal dimuat. Periksa koneksi Anda, lalu coba lagi.',
  retry: 'Coba lagi',
};

export const saved: SavedCardMessages = {
  title: 'Kartu tersimpan',
  another: 'Kartu lain',
  expired: 'Kedaluwarsa',
  unusable: 'Tidak dapat digunakan di sini',
  offer: 'Simpan kartu ini untuk lain kali',
  always: 'Kartu ini akan disimpan untuk lain kali.',
};

export const stcPay: StcPayMessages = {
  legend: 'Bagaimana Anda ingin membayar?',
  card: 'Kartu',
  mobile: 'Nomor ponsel',
  mobileEmpty: 'Masukkan nomor ponsel Anda.',
  mobileInvalid: 'Periksa nomor ponsel Anda.',
  sent: 'STC Pay telah mengirim kode ke nomor ini:',
  code: 'Kode dari STC Pay',
  codeEmpty: 'Masukkan kode.',
  codeInvalid: 'Kode terdiri dari 4 sampai 10 digit.',
  confirm: 'Konfirmasi',
  change: 'Ganti nomor',
  ending: 'Waktu untuk memasukkan kode kurang dari satu menit.',
  notSent: 'Kode tidak terkirim. Coba lagi.',
  noAnswer: 'Tidak ada jawaban atas kode Anda. Masukkan lagi.',
  wrongCode: 'Kode tidak diterima.',
  notRegistered: 'Nomor ini tidak terdaftar di STC Pay.',
  again: 'Anda dapat mencoba lagi: Anda akan menerima kode baru.',
};

export const wallets: WalletMessages = {
  orCard: 'atau bayar dengan kartu',
  notOpened: 'Dompet tidak terbuka. Coba lagi, atau bayar dengan cara lain.',
  none: 'Anda tidak dapat membayar di sini. Coba browser lain atau tanyakan kepada toko.',
};
